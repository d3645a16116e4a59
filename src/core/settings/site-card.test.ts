import { expect, test } from "vitest";
import { canBeWritten } from "./site-card.ts";

test.each(["Shapla Overseas Ltd. (RL-0001)", "শাপলা ওভারসিজ", "Café “Ünion” – Dhaka", ""])("%s can be written", (name) => {
  expect(canBeWritten(name)).toBe(true);
});

test.each(["東京", "Жар", "شركة", "नेपाल", "a\nb", "🙂"])("%s cannot be written", (name) => {
  expect(canBeWritten(name)).toBe(false);
});
