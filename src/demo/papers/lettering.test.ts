import { describe, expect, test } from "vitest";
import { fitted, type Style, widthOf, wrap, write } from "./lettering.ts";

const style: Style = { size: 20, colour: "#000000" };
const sentence = "The first page says what the second page repeats.";

describe("lettering", () => {
  test("breaks a text between words into lines that fit", () => {
    const lines = wrap(sentence, 200, style);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(" ")).toBe(sentence);
    for (const line of lines) expect(widthOf(line, style)).toBeLessThanOrEqual(200);
  });

  test("makes a text smaller only when it is too wide", () => {
    expect(fitted("short", 200, style)).toEqual(style);
    expect(widthOf(sentence, fitted(sentence, 200, style))).toBeCloseTo(200);
  });

  test("begins a text further left when it is to end or be centred at a place", () => {
    const leftEdge = (align: "left" | "middle" | "right") =>
      Number(/translate\(([\d.-]+)/.exec(write(sentence, 900, 50, { ...style, align }))?.[1]);
    const width = widthOf(sentence, style);
    expect(leftEdge("left")).toBe(900);
    expect(leftEdge("middle")).toBeCloseTo(900 - width / 2, 1);
    expect(leftEdge("right")).toBeCloseTo(900 - width, 1);
  });

  test("refuses a letter that it cannot draw", () => {
    expect(() => write("জ", 0, 0, style)).toThrow("has no");
  });
});
