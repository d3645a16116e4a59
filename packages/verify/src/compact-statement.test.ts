import { hash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";
import {
  bytesToSign,
  checkLink,
  checkLinkInPdf,
  type CompactStatement,
  compactText,
  readCompactText,
  signerOf,
  withRoomFor,
} from "./compact-statement.ts";
import type { PublicKey } from "./json-web-token.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const newKeys = async () => {
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { kty = "", crv = "", x = "", y = "" } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: { kty, crv, x, y } };
};

let site: Awaited<ReturnType<typeof newKeys>>;
let other: Awaited<ReturnType<typeof newKeys>>;
beforeAll(async () => {
  [site, other] = await Promise.all([newKeys(), newKeys()]);
});

async function signed(statement: CompactStatement, key: typeof site = site): Promise<string> {
  const bytes = await bytesToSign(statement, key.publicKey);
  return compactText(bytes, new Uint8Array(await crypto.subtle.sign(algorithm, key.privateKey, bytes)));
}

async function signerOfText(text: string, keys: readonly PublicKey[] = [site.publicKey]): Promise<PublicKey | null> {
  const read = readCompactText(text);
  return read && signerOf(read, keys);
}

const address = "https://papers.agency-of-dhaka.example";

const rahim: CompactStatement = {
  list: 4_000_000_000,
  place: 65_535,
  published: "2026-03-03",
  issued: "2026-11-22",
  ends: "2027-02-20",
  kinds: ["photo", "workPermit", "idCard"],
  number: "A12345678",
  name: "MD. ABDUR RAHIM",
};

describe("a compact statement", () => {
  const scripts = ["AZ .'-", "\u0995\u09CD\u09B7\u09A4\u09BF\u200C", "e\u0301\u0302", "محمد ", "王\u0928é𝒜👩\u200D👧"];
  /** Names in one script or in all scripts, up to the length that a record allows. */
  const nameIn = (letters: string) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 200, size: "max" });
  const names = fc
    .oneof(...scripts.map(nameIn), nameIn(scripts.join("")))
    .map((letters) => letters.slice(0, 200).toWellFormed());
  const words = fc
    .array(fc.integer({ min: 0, max: 65_535 }), { minLength: 5, maxLength: 5 })
    .map((numbers) => numbers.map((number) => [number, new Date(1_577_836_800_000 + number * 86_400_000)] as const));
  const statement: fc.Arbitrary<CompactStatement> = fc
    .tuple(
      words,
      fc.subarray<DocumentKind>([...documentKinds]),
      fc.string({ unit: fc.constantFrom(..."AZ09"), minLength: 4, maxLength: 20 }),
      fc.oneof(names, fc.constantFrom("আব্দুর রহিম", "José Núñez")),
    )
    .map(([numbers, kinds, number, name]) => {
      const day = (at: number) => numbers[at]?.[1].toISOString().slice(0, 10) ?? "";
      const [high = 0, place = 0] = numbers.map(([value]) => value);
      const list = high * 65_536 + place;
      return { list, place, published: day(2), issued: day(3), ends: day(4), kinds, number, name };
    });

  test("is read back unchanged, with a long name cut, and only its signer is found", async () => {
    await fc.assert(
      fc.asyncProperty(statement, async (whole) => {
        const said = await withRoomFor(address, whole);
        const text = await signed(said);
        expect(checkLink(address, text).length).toBeLessThanOrEqual(400);
        expect(readCompactText(text)?.statement).toEqual(said);
        if (said.nameSha256 === undefined) expect(said).toEqual(whole);
        else {
          expect(said).toEqual({ ...whole, name: said.name, nameSha256: hash("sha256", whole.name) });
          expect(whole.name.startsWith(said.name)).toBe(true);
        }
        expect(await signerOfText(text, [other.publicKey, site.publicKey])).toBe(site.publicKey);
        expect(await signerOfText(text, [other.publicKey])).toBeNull();
      }),
    );
  });

  test("is refused after any cut, changed character or changed byte", async () => {
    const text = await signed({ ...rahim, name: "আব্দুর রহিম খান" });
    const bytes = Buffer.from(text, "base64url");
    const changed = [
      ...Array.from(text, (_, at) => text.slice(0, at)),
      ...Array.from(text, (_, at) => text.slice(at + 1)),
      ...["A", "AAAA", "=", "#"].map((more) => text + more),
      ...Array.from(text, (was, at) => text.slice(0, at) + (was === "-" ? "_" : "-") + text.slice(at + 1)),
      ...Array.from({ length: bytes.length * 8 }, (_, bit) =>
        bytes.with(bit >> 3, (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))),
      ).map((wrong) => Buffer.from(wrong).toString("base64url")),
      ...Array.from(bytes, (_, at) => Buffer.from([...bytes].toSpliced(at, 1)).toString("base64url")),
      ...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (last) => text.slice(0, -1) + last).filter((wrong) => wrong !== text),
    ];
    const believed = [];
    for (const wrong of changed) if ((await signerOfText(wrong)) !== null) believed.push(wrong);
    expect(believed).toEqual([]);
    expect(await signerOfText(text)).toBe(site.publicKey);
  });

  test("is refused if another key signed it with this key's hint", async () => {
    const bytes = await bytesToSign(rahim, site.publicKey);
    const forged = new Uint8Array(await crypto.subtle.sign(algorithm, other.privateKey, bytes));
    expect(await signerOfText(compactText(bytes, forged), [site.publicKey, other.publicKey])).toBeNull();
  });

  test.each([
    ["stays whole: Latin", "ABCDEFGHIJ ".repeat(5).slice(0, 50), 50],
    ["stays whole: Bangla, each letter a conjunct", "ক্ষ".repeat(16), 48],
    ["is cut between letters: Bangla", "ক্ষি".repeat(50), 128],
    ["is cut between letters: two scripts", `É ${"ক্ষি".repeat(49)}`, 42],
    ["becomes empty if its first letter is too long", `A${"\u0301".repeat(199)}`, 0],
  ])("has a name that %s", async (_, whole, length) => {
    const said = await withRoomFor(address, { ...rahim, number: "ABCDEFGHIJ0123456789", name: whole });
    expect([said.name, said.nameSha256 !== undefined]).toEqual([whole.slice(0, length), length < whole.length]);
    const link = checkLink(address, await signed(said));
    expect(checkLinkInPdf(Buffer.from(`%PDF-1.7\n/Keywords (${link})\n\xff`, "latin1"))).toBe(link);
  });
});
