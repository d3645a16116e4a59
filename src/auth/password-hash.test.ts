import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password-hash.ts";

test("a password matches only its own hash", async () => {
  const hash = await hashPassword("seven purple lamps 88");
  expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(await isPassword(hash, "seven purple lamps 88")).toBe(true);
  expect(await isPassword(hash, "seven purple lamps 89")).toBe(false);
});

test.each([null, "", ":", "salt:", "salt:00", `${"0".repeat(32)}:${"g".repeat(128)}`])(
  "no password matches the hash %j",
  async (hash) => {
    expect(await isPassword(hash, "")).toBe(false);
  },
);
