import { expect, test } from "vitest";
import { addressFor } from "./app-key.ts";

const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const of = (name: string) => addressFor({ name, email: "sadia+x@agency.example", secret });

test("the address for the app contains operator and person in a form that every app reads", () => {
  expect(of("Padma Overseas & Sons")).toBe(
    `otpauth://totp/Padma%20Overseas%20%26%20Sons:sadia%2Bx%40agency.example?secret=${secret}&issuer=Padma%20Overseas%20%26%20Sons`,
  );
  expect(of("Padma: Overseas")).toContain("totp/Padma%20%20Overseas:sadia");
});

test("a long name is cut between letters, so that a camera can still read the QR code", () => {
  const cut = new URL(of("শাপলা ওভারসিজ ".repeat(8))).searchParams.get("issuer") ?? "";
  expect(cut).toMatch(/^শাপলা ওভারসিজ/);
  expect(of("শাপলা ওভারসিজ ".repeat(8)).length).toBeLessThan(420);
  expect(of("Ж".repeat(120)).length).toBeLessThan(420);
});
