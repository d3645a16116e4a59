import { expect, test } from "vitest";
import { isInOwnFonts, lettersWithoutFont } from "./fonts-of-letters.ts";
import { shapedLines } from "./shaped-text.ts";

const letters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(
  (letter) => !/[\p{Surrogate}\s]/u.test(letter),
);

/** The first glyph of a font stands for letters that it lacks. */
const glyphsOf = (letter: string, weight: 400 | 650) =>
  shapedLines(letter, weight, 10_000).flatMap(({ runs }) => runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)));

test.each([400, 650] as const)(
  "each letter that is taken to be in the site's own fonts is in them, at weight %i",
  (weight) => {
    const own = letters.filter(isInOwnFonts);
    expect(own.length).toBeGreaterThan(280);
    expect(own.filter((letter) => glyphsOf(letter, weight).includes(0))).toEqual([]);
  },
);

test("an apostrophe that is a letter is drawn, old signs of money are boxes, and marks of Sanskrit have their own font", () => {
  const [drawn, sign] = ["O\u02bcktam", "O’ktam"].map(
    (name) => shapedLines(name, 400, 10_000)[0]?.runs[0]?.glyphs ?? [],
  );
  expect(drawn?.map(({ id }) => id)).toEqual(sign?.map(({ id }) => id));
  expect(drawn?.map(({ text }) => text).join("")).toBe("O\u02bcktam");
  expect(lettersWithoutFont("ক\u09f4ক\u0951")).toEqual(["\u09f4"]);
});
