import { expect, test } from "vitest";
import { clientAddress, clientCountry, lacksTrustedProxy } from "./client-address.ts";
import { readConfig, trustedProxies } from "#config";

const trusted = trustedProxies(readConfig({ TRUSTED_PROXIES: "10.0.0.0/16,::1,::ffff:10.9.0.0/112" }));

test.each([
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["::ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["::ffff:cb00:7109", undefined, "203.0.113.9"],
  ["::ffff:a00:1", "::ffff:c633:6401", "198.51.100.1"],
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"],
  ["::1", "2001:db8::7", "2001:db8::7"],
  ["10.0.0.1", "198.51.100.1:5678", "198.51.100.1"],
  ["10.0.0.1", "198.51.100.1, [2001:db8::7]:443", "2001:db8::7"],
  ["10.0.0.1", "198.51.100.1:5678,10.0.0.2:80", "198.51.100.1"],
  ["10.0.0.1", "64:ff9b::c633:6401", "198.51.100.1"],
  ["64:ff9b::a00:1", "198.51.100.1", "198.51.100.1"],
  ["10.9.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "", "10.0.0.1"],
  ["10.0.0.1", "not an address", "10.0.0.1"],
  ["10.0.0.1", "10.0.0.2,10.0.0.3", "10.0.0.2"],
])("a request from %s with X-Forwarded-For %s has the client address %s", (socket, forwarded, client) => {
  expect(clientAddress({ socket: { remoteAddress: socket }, headers: { "x-forwarded-for": forwarded } }, trusted)).toBe(
    client,
  );
});

test.each([
  ["10.0.0.1", "BD", "BD"],
  ["203.0.113.9", "BD", ""],
  ["10.0.0.1", "XX", ""],
  ["10.0.0.1", "T1", ""],
  ["10.0.0.1", "Dhaka", ""],
  ["10.0.0.1", "BD, IN", ""],
  ["10.0.0.1", undefined, ""],
])("a request from %s with %s in the country header has the country %o", (socket, said, country) => {
  const sent = { socket: { remoteAddress: socket }, headers: { "cf-ipcountry": said } };
  expect(clientCountry(sent, trusted, "CF-IPCountry")).toBe(country);
  expect(clientCountry(sent, trusted)).toBe("");
});

test.each([
  ["https://check.example.com", "", true],
  ["https://check.example.com", "10.0.0.1", false],
  ["http://localhost:3000", "", false],
])("a site at %s that trusts %j lacks a proxy: %j", (PUBLIC_URL, TRUSTED_PROXIES, lacks) => {
  const config = readConfig({ PUBLIC_URL, TRUSTED_PROXIES });
  expect(lacksTrustedProxy(config.PUBLIC_URL, trustedProxies(config))).toBe(lacks);
});
