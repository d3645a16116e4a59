import { expect, test } from "vitest";
import { openKeyring } from "#sealing/keyring.ts";
import { decrypt, encrypt } from "./factor-encryption.ts";

const [older, newer] = ["s".repeat(40), "n".repeat(40)];

/** Made by better-auth 1.7 under the older secret. */
const sealed =
  "$ba$4018326782$619c2fd2587329240296e32ffe248015abda62f34e2542505b3e382b7ff5d4b56399e3e14bacc26a53649da4c96a1a150a396113683b62b6a321";

test("an encrypted factor opens only under its own secret, also one of an earlier version", async () => {
  const both = openKeyring([newer, older]);
  expect(await decrypt(both, sealed)).toBe("a key of the app ~");
  const again = await encrypt(both, "a key of the app ~");
  expect(again).toMatch(/^\$ba\$\d+\$[\da-f]{116}$/);
  expect(await decrypt(openKeyring([newer]), again)).toBe("a key of the app ~");
  await expect(decrypt(openKeyring([newer]), sealed)).rejects.toThrow("no secret opens this");
  await expect(decrypt(both, `${sealed.slice(0, -1)}0`)).rejects.toThrow("invalid tag");
});
