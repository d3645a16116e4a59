import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { drawDocument } from "#demo/draw-document.ts";
import { type InventedRecord, inventRecords } from "#demo/invent-candidates.ts";
import { perceptualHash } from "#documents/perceptual-hash.ts";
import { readPhoto } from "#documents/read-photo.ts";
import { handmadePdf } from "#test/support/files/handmade-pdf.ts";
import { compareFile, likenessOf } from "./compare-file.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a PDF with one changed byte is never the same file, in 1,000 copies", async () => {
  const pdf = Uint8Array.from(handmadePdf([{ content: "0 0 200 500 re f" }, {}]));
  const known = [{ kind: "visaPaper", sha256: ["0".repeat(64), sha256(pdf)], looksLike: ["f0f0f0f0f0f0f0f0"] }];
  expect(await compareFile(new Blob([pdf]), known)).toEqual({ is: "same", kind: "visaPaper", picture: null });
  const taken: number[] = [];
  for (let change = 0; change < 1000; change += 1) {
    const at = Math.floor((change * pdf.length) / 1000);
    const copy = pdf.with(at, (pdf[at] ?? 0) ^ (1 << (change % 8)));
    if ((await compareFile(new Blob([copy]), known)).is !== "other") taken.push(at);
  }
  expect(taken).toEqual([]);
});

test("a drawn visa with one changed digit, letter or date is never the same file, in 20 copies", async () => {
  const seen = { same: 0, other: 0 };
  for (const person of inventRecords({ seed: 20, count: 3 }).filter(({ irccNumber }) => irccNumber !== "")) {
    const [original, ...copies] = await Promise.all([person, ...alteredFrom(person)].map(drawn));
    if (!original) throw new Error("nothing was drawn");
    const known = [{ kind: "visaPaper", sha256: [original.sha256], looksLike: original.looksLike }];
    for (const copy of copies) seen[likenessOf(copy, known).is] += 1;
  }
  expect(seen).toEqual({ same: 0, other: 20 });
});

test("a file that is not the very file is compared with the published document that looks most like it, if it is a picture", () => {
  const known = [
    { kind: "photo", sha256: [], looksLike: ["ffffffffffffffff"] },
    { kind: "visaPaper", sha256: [], looksLike: ["ffff00000000ffff", "00000000000000ff"] },
  ];
  const nearestTo = (...looksLike: string[]) => likenessOf({ sha256: "0", looksLike }, known);
  const other = "0f0f0f0f0f0f0f0f";
  expect(nearestTo("00000000000000f0")).toEqual({ is: "other", nearest: "visaPaper", turn: 0 });
  expect(nearestTo("fffffffffffffff0")).toEqual({ is: "other", nearest: "photo", turn: 0 });
  expect(nearestTo(other, other, other, "ffff000000000fff")).toEqual({ is: "other", nearest: "visaPaper", turn: 3 });
  for (const none of [[other], []]) expect(nearestTo(...none)).toEqual({ is: "other", nearest: undefined, turn: 0 });
});

/** Returns ten copies with one change each. */
function alteredFrom(person: InventedRecord): InventedRecord[] {
  const { irccNumber, inLatin, lastDays } = person;
  const validUntil = Date.parse(lastDays.visaPaper ?? "");
  const lastDigits = [...irccNumber].flatMap((digit, at) => (/\d/.test(digit) ? [at] : [])).slice(-4);
  return [
    ...lastDigits.map((at) => ({ irccNumber: changedAt(irccNumber, at, String((Number(irccNumber[at]) + 1) % 10)) })),
    ...[1, 10, 365].map((days) => ({
      lastDays: { ...lastDays, visaPaper: isoDay(validUntil + days * 86_400_000) },
    })),
    ...[0, 1, 2].map((at) => ({ inLatin: { ...inLatin, name: changedAt(inLatin.name, at, "Q") } })),
  ].map((change) => ({ ...person, ...change }));
}

const changedAt = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1);
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

async function drawn(person: InventedRecord) {
  const bytes = Buffer.from(await drawDocument("visaPaper", person, 1));
  return { sha256: sha256(bytes), looksLike: [await perceptualHash(await readPhoto(bytes))] };
}
