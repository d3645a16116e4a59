import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainHash, chainStart } from "./chain.ts";
import { newDataKey, unwrapKey, wrapKey } from "./data-keys.ts";
import { openKeyring } from "./keyring.ts";
import { numberIndexes } from "./number-index.ts";
import { seal, SealBroken, unseal } from "./seal.ts";
import { sealToken, unsealToken } from "./token.ts";

const older = "an older secret of at least 32 characters";
const newer = "a newer secret of at least 32 characters";
const before = openKeyring([older]);
const during = openKeyring([newer, older]);
const after = openKeyring([newer]);

describe("sealed bytes", () => {
  const key = randomBytes(32);

  test("open to the original content, and are different each time", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: "grapheme" }), (plain, place) => {
        const sealed = seal(key, place, plain);
        return unseal(key, place, sealed).equals(plain) && !seal(key, place, plain).equals(sealed);
      }),
    );
  });

  test("do not open for another place, under another key, or with any bit changed", () => {
    const sealed = seal(key, "candidate/1", Buffer.from("Rahim Uddin"));
    expect(() => unseal(key, "candidate/2", sealed)).toThrow(SealBroken);
    expect(() => unseal(randomBytes(32), "candidate/1", sealed)).toThrow(SealBroken);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => unseal(key, "candidate/1", changed)).toThrow(SealBroken);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unseal(key, "candidate/1", sealed.subarray(0, length))).toThrow(SealBroken);
    }
  });
});

describe("data keys", () => {
  test("are wrapped for one owner only", () => {
    const { key, wrapped } = newDataKey(before, "1");
    expect(unwrapKey(before, "1", wrapped)).toEqual(key);
    expect(() => unwrapKey(before, "2", wrapped)).toThrow(SealBroken);
  });

  test("can be wrapped under a newer secret while both are given, and then no longer need the older one", () => {
    const { key, wrapped } = newDataKey(before, "1");
    expect(unwrapKey(during, "1", wrapped)).toEqual(key);
    const moved = wrapKey(during, "1", unwrapKey(during, "1", wrapped));
    expect(unwrapKey(after, "1", moved)).toEqual(key);
    expect(() => unwrapKey(after, "1", wrapped)).toThrow(SealBroken);
  });
});

test("a number has an index under every given secret, the newest first", () => {
  const indexes = numberIndexes(during, "My_Aust", "passport", "A12345678");
  expect(indexes[0]).toEqual(numberIndexes(after, "My_Aust", "passport", "A12345678")[0]);
  expect(indexes[1]).toEqual(numberIndexes(before, "My_Aust", "passport", "A12345678")[0]);
});

describe("tokens", () => {
  test("return their value for their purpose only, as long as their secret is given", () => {
    const token = sealToken(before, "list", { place: 7 });
    expect(unsealToken(during, "list", token)).toEqual({ place: 7 });
    expect(unsealToken(during, "other", token)).toBeNull();
    expect(unsealToken(after, "list", token)).toBeNull();
  });

  test("that somebody else made return null", () => {
    const anyLetter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));
    fc.assert(fc.property(fc.string({ unit: anyLetter }), (text) => unsealToken(before, "list", text) === null));
  });
});

test("bytes cannot move between the parts of a chain without changing its hash", () => {
  expect(chainHash(chainStart, ["ab", "c"])).not.toEqual(chainHash(chainStart, ["a", "bc"]));
  expect(chainHash(chainStart, ["a"])).not.toEqual(chainHash(chainHash(chainStart, []), ["a"]));
});
