import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password-hash.ts";

/** Made by better-auth 1.7, which hashed passwords here before. */
const older =
  "699f6340ded08efc8137a5724acf8dd2:736669f635b9f8693de997455f6db802a6b85c78315b7f5fd3e23d9cad58afe079be2804f78e0437f4329c9393ea4ba74d9b5dd48efdcc0c800660908f2999cc";

test("a password matches only its own hash, also a hash of an earlier version", async () => {
  const hash = await hashPassword("seven purple lamps 88");
  expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(await isPassword(hash, "seven purple lamps 88")).toBe(true);
  expect(await isPassword(hash, "seven purple lamps 89")).toBe(false);
  expect(await isPassword(older, "Correct horse ২ battery")).toBe(true);
  expect(await isPassword(older, "correct horse ২ battery")).toBe(false);
});

test.each([null, "", ":", "salt:", "salt:00", `${"0".repeat(32)}:${"g".repeat(128)}`])(
  "no password matches the hash %j",
  async (hash) => {
    expect(await isPassword(hash, "")).toBe(false);
  },
);
