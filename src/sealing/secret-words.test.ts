import { wordlist } from "@scure/bip39/wordlists/english.js";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maxSecretBytes, misreadWords, secretAsWords, secretFromWords, wordsIn } from "./secret-words.ts";

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

test("two wrong words are never taken for one, and three never for a word outside", () => {
  const words = secretAsWords(texts[0] ?? "");
  const broken = words.with(3, "zoo");
  for (const other of wordlist.filter((word) => word !== words[25]))
    expect(secretFromWords(broken.with(25, other))).toEqual({ wrong: [] });
  const worse = broken.with(25, "zoo");
  for (const other of wordlist.filter((word) => word !== words[26])) {
    const read = secretFromWords(worse.with(26, other));
    expect("wrong" in read && read.wrong.every((place) => place > 0 && place <= words.length)).toBe(true);
  }
});

test("a misspelt word is named even where the right word is the first of the list", () => {
  const words = secretAsWords(texts[2] ?? "");
  expect(words.slice(1, 4)).toEqual(["abandon", "abandon", "abandon"]);
  const misspelt = words.with(2, "abandn");
  expect(secretFromWords(misspelt)).toEqual({ wrong: [3], right: "abandon" });
  expect(secretFromWords(misspelt.with(3, "abandn"))).toEqual({ wrong: [3, 4] });
  expect(secretFromWords(misspelt.with(5, "zoo"))).toEqual({ wrong: [3] });
  expect(misreadWords({ wrong: [3], right: "abandon" }, misspelt)).toEqual(["3: abandn → abandon"]);
});

test("words are found among the numbers of a card, in any case", () => {
  expect(wordsIn("1 Zoo 2. ABANDON\n")).toEqual(["zoo", "abandon"]);
  expect(wordsIn("1 2")).toEqual([]);
});

test.each([[[]], [["zoo"]], [["abandon", "abandon", "zoo"]], [Array<string>(27).fill("abandon")]])(
  "%j are not a secret",
  (words) => {
    expect(secretFromWords(words)).toEqual({ wrong: [] });
  },
);
