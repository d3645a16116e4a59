import { expect, test } from "vitest";
import { clientConfig } from "./connections.ts";

test.each([
  ["sslmode=require", "sslmode=verify-full"],
  ["pgbouncer=true&sslmode=prefer", "pgbouncer=true&sslmode=verify-full"],
  ["sslmode=require&uselibpqcompat=true", "sslmode=require&uselibpqcompat=true"],
  ["uselibpqcompat=true&sslmode=verify-ca", "uselibpqcompat=true&sslmode=verify-ca"],
])("an address with %s is opened with %s", (given, opened) => {
  expect(clientConfig(`postgres://db/attestry?${given}`, []).connectionString).toBe(`postgres://db/attestry?${opened}`);
});
