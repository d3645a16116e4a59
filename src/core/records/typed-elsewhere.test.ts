import { expect, test } from "vitest";
import { typedElsewhere } from "./typed-elsewhere.ts";

const origin = "https://papers.example:8443";
const code = { kind: "share-code", code: "K7P-M2Q-9XR" };
const address = (to: string) => ({ kind: "address", to });

test.each([
  ["K7P-M2Q-9XR", code],
  ["k7pm2q9xr", code],
  ["K৭P‑M২Q‑৯XR", code],
  ["K7P M2Q 9XR", code],
  ["See my record at https://papers.example:8443/code. Code: K7P-M2Q-9XR. First name: Rahim.", code],
  ["K7PM-2Q9X-RK7P-M2Q9", { kind: "card-code" }],
  ["https://papers.example:8443/check#AQIDBAUG_x-y", address("/check#AQIDBAUG_x-y")],
  ["Papers.Example:8443/check#AQ", address("/check#AQ")],
  ["See https://papers.example:8443/code.", address("/code")],
  ["https://papers.example:8443/my-record#K7PM", address("/my-record#K7PM")],
  ["https://papers.example:8443/published/x/slip?language=en", address("/published/x/slip?language=en")],
  // Numbers, also those whose letters and digits a code may have.
  ["A23456789", null],
  ["A23-456-789", null],
  ["W23456789", null],
  ["G2345679P", null],
  ["BX0123456", null],
  ["201/2024/2/0123456", null],
  ["Passport No: A12345678", null],
  // Other sites, and other pages.
  ["https://evil.example/check#AQ", null],
  ["https://papers.example:8443@evil.example/check#AQ", null],
  ["https://papers.example:8443//evil.example/check#AQ", null],
  ["https://papers.example:8443.evil.example/check", null],
  ["https://papers.example:8443/dashboard", null],
  ["https://papers.example:8443/checks", null],
  ["papers.example:8443", null],
  ["", null],
  ["K7P-M2Q-9XR".padEnd(9000), null],
])("%j holds %j", (typed, holds) => {
  expect(typedElsewhere(typed, origin)).toEqual(holds);
});
