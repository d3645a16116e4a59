import { createPublicKey, randomBytes, verify } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shape, text } from "#core/stored/decoders.ts";
import { chainHash, chainStart } from "./chain.ts";
import { newDataKey, unwrapKey, wrapKey } from "./data-keys.ts";
import { areImagesSigned, challengeSecrets, signImages } from "./keyed-hashes.ts";
import { openKeyring } from "./keyring.ts";
import { numberIndex, numberIndexes } from "./number-index.ts";
import { openedOrNull, seal, SealBroken, SealingStream, unseal } from "./seal.ts";
import { boundTo, sealedUnderOwnKey } from "./sealed-content.ts";
import { newSigningKey, signingKeyIn, signingWith } from "./signing-keys.ts";
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

  test("may be sealed piece by piece", () => {
    const stream = new SealingStream(key, "upload/1");
    const pieces = [stream.begin(), ...["Rahim ", "Uddin"].map((piece) => stream.update(Buffer.from(piece)))];
    const sealed = Buffer.concat([...pieces, stream.end()]);
    expect(unseal(key, "upload/1", sealed).toString()).toBe("Rahim Uddin");
    expect(openedOrNull(() => unseal(key, "upload/2", sealed))).toBeNull();
  });

  test("in a row open for this row and its bound columns only", () => {
    const kindOf = (kind: string) =>
      sealedUnderOwnKey({ table: kind, place: ({ id }) => `${kind}/${id}`, decode: shape({ name: text }) });
    const row = { id: "1", ...kindOf("alert").sealColumns(during, { id: "1" }, { name: "Rahim" }) };
    expect(row.key_set).toBe(after.current.id);
    expect(kindOf("alert").openRow(after, row)).toEqual({ name: "Rahim" });
    for (const [kind, id] of [["alert", "2"] as const, ["mail", "1"] as const])
      expect(() => kindOf(kind).openRow(after, { ...row, id })).toThrow(SealBroken);
    expect(boundTo("alert", ["id", "day"])({ id: "1", day: 7 })).toBe('["alert","1",7]');
  });

  test("hide no other failure of the code that opens them", () => {
    const failure = new Error("disk");
    const open = () => {
      throw failure;
    };
    expect(() => openedOrNull(open)).toThrow(failure);
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
  const indexUnder = ({ current }: typeof before) => numberIndex(current, "My_Aust", "passport", "A12345678");
  expect(numberIndexes(during, "My_Aust", "passport", "A12345678")).toEqual([indexUnder(after), indexUnder(before)]);
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
    fc.assert(fc.property(fc.string({ unit: anyLetter }), (token) => unsealToken(before, "list", token) === null));
  });
});

test("images are signed for one record, time and policy, as long as their secret is given", () => {
  const images = { record: "1", until: 1000, policy: "open" } as const;
  const signed = signImages(before, images);
  expect(signed).toMatch(/^[\w-]{22}$/);
  expect(areImagesSigned(during, images, signed)).toBe(true);
  expect(areImagesSigned(after, images, signed)).toBe(false);
  const others = [{ record: "2" }, { until: 1001 }, { policy: "code" }] as const;
  for (const other of others) expect(areImagesSigned(before, { ...images, ...other }, signed)).toBe(false);
  for (const wrong of ["", `${signed}A`, signed.slice(1)]) expect(areImagesSigned(before, images, wrong)).toBe(false);
  const byCode = { ...images, policy: "code" } as const;
  expect(areImagesSigned(before, byCode, signImages(before, byCode))).toBe(true);
  const ofHolder = signImages(before, { record: "1", until: 1000, holder: "a" });
  const areOf = (holder: string) => areImagesSigned(before, { record: "1", until: 1000, holder }, ofHolder);
  expect([areOf("a"), areOf("b"), areImagesSigned(before, images, ofHolder)]).toEqual([true, false, false]);
});

test("the secrets of challenges differ by network and by use", () => {
  const secrets = ["192.0.2.7", "192.0.2.8"].flatMap((network) =>
    Object.values(challengeSecrets(before.current, network)),
  );
  expect(new Set(secrets).size).toBe(4);
});

describe.each(["statement", "log"] as const)("a key that signs a %s", (purpose) => {
  test("is known by its thumbprint, and makes signatures of 64 bytes that its public half verifies", async () => {
    const { publicJwk, privateKey } = newSigningKey(purpose);
    expect(publicJwk.kid).toBe(await calculateJwkThumbprint(publicJwk));
    expect(publicJwk).toMatchObject(purpose === "log" ? { alg: "EdDSA" } : { alg: "ES256", use: "sig" });
    expect(signingKeyIn(privateKey)).toEqual({ publicJwk, privateKey });
    const signature = signingWith(purpose, privateKey)(Buffer.from("text"));
    const key = createPublicKey({ key: publicJwk, format: "jwk" });
    const verifier = { key, dsaEncoding: "ieee-p1363" } as const;
    expect(verify(purpose === "log" ? null : "sha256", Buffer.from("text"), verifier, signature)).toBe(true);
    expect(signature).toHaveLength(64);
  });
});

test("no key has an id that a command would take for an option", () => {
  const ids = Array.from({ length: 500 }, () => newSigningKey("log").publicJwk.kid);
  expect(ids.filter((id) => id.startsWith("-"))).toEqual([]);
});

test("bytes cannot move between the parts of a chain without changing its hash", () => {
  expect(chainHash(chainStart, ["ab", "c"])).not.toEqual(chainHash(chainStart, ["a", "bc"]));
  expect(chainHash(chainStart, ["a"])).not.toEqual(chainHash(chainHash(chainStart, []), ["a"]));
});
