import { describe, expect, test } from "vitest";
import { isSameOrigin } from "./origin-check.ts";

type Said = Readonly<Record<string, string>>;

describe("isSameOrigin under a public address", () => {
  const ours = "https://check.example.com";
  const host = "check.example.com";

  test.each<[string, Said, boolean]>([
    ["GET", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, true],
    ["HEAD", { origin: "null" }, true],
    ["POST", {}, true],
    ["POST", { origin: ours }, true],
    ["POST", { origin: ours, "sec-fetch-site": "same-origin" }, true],
    ["POST", { "sec-fetch-site": "same-origin" }, true],
    ["POST", { "sec-fetch-site": "none" }, true],
    ["POST", { origin: "null", "sec-fetch-site": "same-origin" }, true],

    ["POST", { origin: "https://evil.example" }, false],
    ["POST", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }, false],
    ["POST", { origin: "https://evil.example", host: "evil.example" }, false],
    ["DELETE", { origin: "https://check.example.com.evil.example" }, false],
    ["POST", { origin: "https://sub.check.example.com" }, false],
    ["POST", { origin: "http://check.example.com", host }, false],
    ["POST", { origin: "https://check.example.com:8443", host }, false],
    ["POST", { origin: "https://check.example.com:443", host }, false],
    ["POST", { origin: "https://check.example.com/", host }, false],
    ["POST", { origin: "https://check.example.com, https://evil.example", host }, false],
    ["POST", { origin: "", host }, false],
    ["POST", { origin: "http://192.0.2.7:3000", host: "192.0.2.7:3000" }, false],
    ["POST", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" }, false],

    ["POST", { origin: "null" }, false],
    ["POST", { origin: "null", host: "null" }, false],
    ["POST", { origin: "null", "sec-fetch-site": "none" }, false],
    ["POST", { origin: "null", "sec-fetch-site": "cross-site" }, false],

    ["POST", { origin: ours, "sec-fetch-site": "cross-site" }, false],
    ["POST", { origin: ours, "sec-fetch-site": "same-site" }, false],
    ["PUT", { "sec-fetch-site": "cross-site" }, false],
    ["PATCH", { "sec-fetch-site": "" }, false],
    ["PATCH", { "sec-fetch-site": "same-origin, cross-site" }, false],
  ])("for %s with %j returns %s", (method, headers, isOurs) => {
    expect(isSameOrigin(method, new Headers(headers), ours)).toBe(isOurs);
  });
});

describe("isSameOrigin without a public address, on one's own machine", () => {
  test.each<[string, Said, boolean]>([
    ["http://localhost:3000", { origin: "http://localhost:3000", host: "localhost:3000" }, true],
    ["http://localhost:3000", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }, true],
    ["http://localhost:3000", { origin: "http://192.168.1.7:3000", host: "192.168.1.7:3000" }, true],
    ["http://127.0.0.1:3000", { origin: "http://localhost:3000", host: "localhost:3000" }, true],
    ["http://[::1]:3000", { origin: "http://localhost:3000", host: "localhost:3000" }, true],
    ["http://localhost:3000", { origin: "http://localhost:8080", host: "localhost:3000" }, false],
    ["http://localhost:3000", { origin: "https://localhost:3000", host: "127.0.0.1:3000" }, false],
    ["http://localhost:3000", { origin: "https://127.0.0.1:3000", host: "127.0.0.1:3000" }, false],
    ["http://localhost:3000", { origin: "https://evil.example", host: "localhost:3000" }, false],
    ["http://localhost:3000", { origin: "null", host: "null" }, false],
    ["http://localhost:3000", { origin: "http://null" }, false],
    ["https://localhost:3000", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }, false],
    ["http://localhost.evil.example", { origin: "http://127.0.0.1", host: "127.0.0.1" }, false],
  ])("for %s with %j returns %s", (ours, headers, isOurs) => {
    expect(isSameOrigin("POST", new Headers(headers), ours)).toBe(isOurs);
  });
});
