import { wordlist } from "@scure/bip39/wordlists/english.js";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maxSecretBytes, secretAsWords, secretFromWords } from "./secret-words.ts";

const texts = [
  randomBytes(32).toString("base64url"),
  randomBytes(32).toString("hex"),
  Buffer.alloc(32).toString("base64url"),
  "correct horse battery staple, and then some",
  "গোপন কথা যা কেউ জানে না, শুধু আমরা",
  "\u{1F511}".repeat(32),
];

test.each([...texts, "x".repeat(maxSecretBytes)])("%j is decoded from its words", (text) => {
  expect(secretFromWords(secretAsWords(text))).toEqual({ text });
});

test("any text is decoded from its words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), (text) => {
      expect(secretFromWords(secretAsWords(text))).toEqual({ text });
    }),
  );
});

test("printed secret cards stay readable: this secret always has these words", () => {
  const words = secretAsWords(Buffer.alloc(32, 7).toString("base64url"));
  expect(words).toHaveLength(27);
  expect(words.slice(0, 1).concat(words.slice(-3))).toEqual(["logic", "melody", "argue", "isolate"]);
});

test("a single wrong word is named with the right one, whether or not the wrong word is in the list", () => {
  const words = secretAsWords(texts[0] ?? "");
  for (const [at, right] of words.entries()) {
    const other = wordlist[(wordlist.indexOf(right) + 1 + at * 70) % 2048] ?? "";
    expect(secretFromWords(words.with(at, other))).toEqual({ wrong: [at + 1], right });
    expect(secretFromWords(words.with(at, `${right}x`))).toEqual({ wrong: [at + 1], right });
  }
});

test("two wrong words, two swapped words, a missing word and an extra word are detected", () => {
  const words = secretAsWords(texts[1] ?? "");
  for (let at = 0; at + 1 < words.length; at += 1) {
    const [first = "", second = ""] = words.slice(at, at + 2);
    if (first !== second) expect(secretFromWords(words.with(at, second).with(at + 1, first))).toEqual({ wrong: [] });
    expect(secretFromWords(words.toSpliced(at, 1))).not.toHaveProperty("text");
    expect(secretFromWords(words.toSpliced(at, 0, "zoo"))).not.toHaveProperty("text");
  }
  expect(secretFromWords(words.with(1, "kow").with(4, "dogg"))).toEqual({ wrong: [2, 5] });
});

test.each([[[]], [["zoo"]], [["abandon", "abandon", "abandon"]], [Array<string>(27).fill("abandon")]])(
  "%j are not a secret",
  (words) => {
    expect(secretFromWords(words)).not.toHaveProperty("text");
  },
);
