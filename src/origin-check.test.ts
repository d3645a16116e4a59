import { expect, test } from "vitest";
import { comesFromOurselves } from "./origin-check.ts";

const ours = "https://check.example.com";

test.each([
  ["GET", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, true],
  ["POST", {}, true],
  ["POST", { origin: ours }, true],
  ["POST", { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:3000" }, true],
  ["POST", { "sec-fetch-site": "none" }, true],
  ["POST", { origin: "https://evil.example" }, false],
  ["POST", { origin: "null" }, false],
  ["POST", { origin: "http://check.example.com" }, false],
  ["POST", { "sec-fetch-site": "same-site", origin: "https://other.example.com" }, false],
  ["POST", { "sec-fetch-site": "cross-site", origin: ours }, false],
  ["PATCH", { "sec-fetch-site": "" }, false],
  ["POST", { origin: "http://192.0.2.7:3000", host: "192.0.2.7:3000" }, true],
  ["POST", { origin: "https://evil.example", host: "192.0.2.7:3000" }, false],
  ["POST", { origin: "null", host: "null" }, false],
  ["DELETE", { origin: "https://check.example.com.evil.example" }, false],
])("%s with %j: %s", (method, headers, isOurs) => {
  expect(comesFromOurselves(method, new Headers(headers as Record<string, string>), ours)).toBe(isOurs);
});
