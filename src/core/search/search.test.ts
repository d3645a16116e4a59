import { describe, expect, test } from "vitest";
import { excerptOf, markedText, type MarkedPart } from "./excerpt.ts";
import { answers, searchWords, uniqueWords } from "./search-words.ts";

const shown = (parts: readonly MarkedPart[]) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

describe("words of a search", () => {
  test("are compared without case, accents and joiners", () => {
    expect(searchWords("  Café VISA’s  ")).toEqual(["cafe", "visa"]);
    expect(uniqueWords("Ｖisa visa VISA")).toEqual(["visa"]);
    expect(uniqueWords("র‍্যাব")).toEqual(uniqueWords("র্যাব"));
  });

  test("keep the vowel signs of Bangla", () => {
    expect(searchWords("কীভাবে ভিসা যাচাই")).toEqual(["কীভাবে", "ভিসা", "যাচাই"]);
    expect(uniqueWords("প্রয়োজনীয়".normalize("NFC"))).toEqual(uniqueWords("প্রয়োজনীয়".normalize("NFD")));
  });

  test("are limited in number and length", () => {
    expect(searchWords("a b c")).toEqual([]);
    expect(searchWords("one two three four five six seven eight nine ten")).toHaveLength(8);
    expect(searchWords("x".repeat(1000))[0]).toHaveLength(40);
    expect(searchWords("!?  — \u0000")).toEqual([]);
  });
});

test("a text matches if each searched word is the beginning of one of its words", () => {
  const moved = uniqueWords("Our office moved to Mirpur");
  expect(answers(moved, ["off", "mirpur"])).toBe(true);
  expect(answers(moved, ["off", "uttara"])).toBe(false);
  expect(answers(moved, ["fice"])).toBe(false);
  expect(answers(uniqueWords("ভিসার জন্য কাউকে টাকা দেবেন না"), ["ভিসা", "টাকা"])).toBe(true);
});

describe("an excerpt", () => {
  const long = `${"Before it. ".repeat(20)}The new office is in Mirpur. ${"After it. ".repeat(40)}`;

  test("shows the text around the match, with the match marked", () => {
    const text = shown(excerptOf(long, ["mirp"]));
    expect(text).toMatch(/^… .*\[Mirpur\]\. .* …$/);
    expect(text.length).toBeLessThan(230);
  });

  test("is the beginning of the text if nothing matches", () => {
    expect(shown(excerptOf("Short.", ["office"]))).toBe("Short.");
    expect(shown(excerptOf(long, []))).toMatch(/^Before it\..* …$/);
  });

  test("is on one line", () => {
    expect(shown(excerptOf("Our office\n\nCome in.\nWe  are\tthere", ["off"]))).toBe(
      "Our [office] · Come in. We are there",
    );
  });

  test("marks whole words, in every script", () => {
    expect(shown(markedText("ভিসার কাগজ, VISA paper", ["ভিসা", "visa"]))).toBe("[ভিসার] কাগজ, [VISA] paper");
  });

  test("of a single endless word is cut", () => {
    expect(shown(excerptOf("x".repeat(5000), ["xx"])).length).toBeLessThan(230);
  });
});
