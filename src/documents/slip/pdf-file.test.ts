import { expect, test } from "vitest";
import { readPdf } from "../read-pdf.ts";
import { Pen, widthOf } from "./pen.ts";
import { PdfPage } from "./pdf-file.ts";

const side = 300;
const [left, width] = [30, 240];

/** Returns where the ink of a text begins and ends, in points from the left edge of the page, and its width as shaped. */
async function inkOf(text: string, isFromRight = false) {
  const page = new PdfPage(side, side, isFromRight);
  const pen = new Pen(page, 1, "en");
  const block = pen.shape(text, { size: 40, colour: "#000000" }, width);
  pen.place(block, { left, top: 100 });
  const info = { title: "", author: "", subject: "", keywords: "", language: "en", madeAt: new Date(0) };
  const [drawn] = await Array.fromAsync(readPdf(page.file(info)));
  if (!drawn) throw new Error("it has no page");
  const columns = Array.from({ length: drawn.width }, (_, x) => x).filter((x) =>
    Array.from({ length: drawn.height }, (__, y) => drawn.pixels[(y * drawn.width + x) * 4]).some(
      (grey = 255) => grey < 128,
    ),
  );
  const points = columns.map((x) => (x * side) / drawn.width);
  return { from: points[0] ?? 0, to: points.at(-1) ?? 0, wide: widthOf(block) };
}

test.for(["Rahim", "কুঞ্জ", "कुंजी", "क्षितिज", "محمد", "ශ්‍රී"])("all glyphs of %s are drawn in their place", async (text) => {
  const { from, to, wide } = await inkOf(text);
  expect(Math.abs(from - left)).toBeLessThan(6);
  expect(Math.abs(to - left - wide)).toBeLessThan(6);
});

test("on a page from the right, a text begins at the right", async () => {
  const { to } = await inkOf("محمد", true);
  expect(Math.abs(to - (side - left))).toBeLessThan(6);
});

test("on a page from the right, a sentence is from the right also if it begins with a Latin word", () => {
  const runsOf = (text: string, isFromRight: boolean) => {
    const pen = new Pen(new PdfPage(side, side, isFromRight), 1, "ur");
    return pen
      .shape(text, { size: 20, colour: "#000000" }, width)
      .lines.flatMap(({ runs }) => runs.map((run) => run.text));
  };
  expect(runsOf("Shapla نے", false)).toEqual(["Shapla", "نے"]);
  expect(runsOf("Shapla نے", true)).toEqual(["نے", "Shapla"]);
  expect(runsOf("A 1234", true)).toEqual(["A", "1234"]);
});
