import { expect, test } from "vitest";
import { bidiLevels, fromLeftToRight } from "./bidi-levels.ts";
import { isolated } from "./isolated.ts";

/** Returns the text as it stands on paper, from left to right. */
const onPaper = (text: string) => {
  const levels = bidiLevels(text);
  const letters = Array.from(text).map((letter, at) => ({ letter, level: levels[at] ?? 0 }));
  return fromLeftToRight(letters)
    .map(({ letter }) => letter)
    .join("")
    .replaceAll(/[\u2066-\u2069]/g, "");
};

// The expected order is that of other implementations of UAX #9.
test.each([
  ["Latin text stays", "Ab 12", "Ab 12"],
  ["a name from the right", "אב גד", "דג בא"],
  ["its numbers stay", "אב 12-34", "12-34 בא"],
  ["Arabic turns the parts of a number around", "اب 12-34", "34-12 با"],
  ["a price keeps its sign", "אב 12%", "12% בא"],
  ["a Latin name in it stays", "אב Rahim Uddin גד", "דג Rahim Uddin בא"],
  ["in Latin text it is turned alone", "by אב on 2", "by בא on 2"],
  ["brackets stay around what they hold, and shaping mirrors them", "אב (Ltd) גד", "דג )Ltd( בא"],
  ["a number after it follows it to the left", "by אב 2026", "by 2026 בא"],
  ["an isolated name leaves the number alone", `by ${isolated("אב")} 2026`, "by בא 2026"],
  ["and does not decide on the sentence", `${isolated("אב")} is not 1`, "בא is not 1"],
  ["an override of the order has no effect", "ab\u202ecd", "ab\u202ecd"],
])("%s: %s", (_, text, shown) => {
  expect(onPaper(text)).toBe(shown);
});
