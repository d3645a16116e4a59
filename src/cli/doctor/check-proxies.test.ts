import { expect, test } from "vitest";
import { readConfig, trustedProxies } from "#config";
import { judgeProxies } from "./check-proxies.ts";

const invented = "192.0.2.123";
const https = "https://check.example.com";
const http = "http://localhost:3000";

test.each([
  ["the proxy adds the client", https, "203.0.113.9", "10.0.0.1", `${invented}, 203.0.113.9`, "10.0.0.1", "ok"],
  ["this command runs beside the proxy", https, invented, "10.0.0.1", `${invented}, 10.0.0.1`, "10.0.0.1", "ok"],
  ["the proxy writes the client", https, "203.0.113.9", "10.0.0.1", "203.0.113.9", "10.0.0.1", "ok"],
  ["the proxy is not named", https, "10.0.0.1", "10.0.0.1", `${invented}, 203.0.113.9`, "", "Add 10.0.0.1 to"],
  ["an http proxy is not named", http, "10.0.0.1", "10.0.0.1", `${invented}, 203.0.113.9`, "", "Add 10.0.0.1 to"],
  [
    "the second proxy is not named",
    https,
    "10.0.0.2",
    "10.0.0.1",
    `${invented}, 203.0.113.9, 10.0.0.2`,
    "10.0.0.1",
    "In that case add 10.0.0.2",
  ],
  ["the proxy passes on visitors' headers", https, invented, "10.0.0.1", invented, "10.0.0.1", "Let the proxy set"],
  [
    "everybody is named as a proxy",
    https,
    invented,
    "10.0.0.1",
    `${invented}, 203.0.113.9`,
    "0.0.0.0/0",
    "Let the proxy set",
  ],
  ["an unnamed proxy passes the header on", https, "10.0.0.1", "10.0.0.1", invented, "", "Let the proxy add"],
  ["the proxy sends no header", https, "10.0.0.1", "10.0.0.1", null, "10.0.0.1", "Let the proxy add"],
  ["there is no proxy", http, "127.0.0.1", "127.0.0.1", invented, "", "ok"],
  ["there is no proxy, but one is named", http, "127.0.0.1", "127.0.0.1", invented, "10.0.0.1", "Remove addresses"],
])("judgeProxies is right if %s", (_, publicUrl, client, neighbour, forwardedFor, TRUSTED_PROXIES, expected) => {
  const trusted = trustedProxies(readConfig({ TRUSTED_PROXIES }));
  const { level, todo } = judgeProxies({ client, neighbour, forwardedFor, at: 0 }, publicUrl, trusted);
  expect(level === "ok" ? level : todo).toMatch(new RegExp(`^${expected}`));
});
