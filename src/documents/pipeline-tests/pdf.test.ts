import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { firstExtra, handmadePdf, pdfStream, textAt } from "#test/support/files/handmade-pdf.ts";
import { colourAt, isNear, onlyPage, test } from "#test/support/files/pipeline-test.ts";

describe("pages of a PDF", () => {
  test("only the first ten of a thousand pages are published, in order", async ({ publish }) => {
    const greys = Array.from({ length: 10 }, (_page, index) => index * 20);
    const pages = Array.from({ length: 1000 }, (_page, index) => greys[index] ?? 0).map((grey) => ({
      size: [60, 80] as [number, number],
      content: `${grey / 255} g 0 0 60 80 re f`,
    }));
    const file = await publish(handmadePdf(pages));
    expect(file.format).toBe("pdf");
    const seen = await Promise.all(file.pages.map(({ reading }) => colourAt(reading, 0.5, 0.5)));
    expect(seen).toHaveLength(10);
    for (const [index, colour] of seen.entries()) {
      const grey = greys[index] ?? 0;
      expect(colour).toSatisfy((values: number[]) => isNear(values, [grey, grey, grey]));
    }
  });

  test("only one page of a portrait is published", async ({ publish }) => {
    const file = await publish(handmadePdf([{ content: "0 0 9 9 re f" }, {}]), "portrait");
    expect(onlyPage(file)).toMatchObject({ width: 820, height: 1025 });
  });

  test.for([
    { name: "an A4 page", size: [595, 842], rendered: { width: 2000, height: 2830 } },
    { name: "a page as small as a card", size: [243, 153], rendered: { width: 2000, height: 1259 } },
    { name: "a page as small as a stamp", size: [36, 36], rendered: { width: 300, height: 300 } },
    { name: "a page five metres wide and high", size: [14_400, 14_400], rendered: { width: 2000, height: 2000 } },
    { name: "a page five metres high", size: [72, 14_400], rendered: { width: 81, height: 16_383 } },
    { name: "a page one point wide", size: [1, 14_400], rendered: { width: 1, height: 16_383 } },
    { name: "a wide and high page", size: [1000, 7200], rendered: { width: 1490, height: 10_733 } },
  ] satisfies { name: string; size: [number, number]; rendered: object }[])(
    "$name is rendered in a sensible size",
    async ({ size, rendered }, { publish }) => {
      expect(onlyPage(await publish(handmadePdf([{ size, content: "0 0 9 9 re f" }])))).toMatchObject(rendered);
    },
  );

  test("a rotated page is published upright", async ({ publish }) => {
    const page = onlyPage(
      await publish(handmadePdf([{ size: [40, 60], content: "0 0 40 30 re f", entries: "/Rotate 90" }])),
    );
    expect(page).toMatchObject({ width: 500, height: 333 });
    expect(await colourAt(page.reading, 0.2, 0.5)).toEqual([0, 0, 0]);
    expect(await colourAt(page.reading, 0.8, 0.5)).toEqual([255, 255, 255]);
  });
});

describe("the content of a PDF", () => {
  test("text is rendered without system fonts", async ({ publish }) => {
    const { reading } = onlyPage(
      await publish(handmadePdf([{ size: [90, 60], content: textAt(5, 20, 15, "SPECIMEN") }])),
    );
    expect(await darkness(reading)).toBeGreaterThan(0.5);
  });

  test("values typed into a form are rendered", async ({ publish }) => {
    const empty = await formPdf("");
    const filled = await formPdf("TYPED BY HAND");
    const [before, after] = await Promise.all([darkness(await readingOf(empty)), darkness(await readingOf(filled))]);
    expect(after).toBeGreaterThan(before + 0.5);

    async function readingOf(pdf: Uint8Array): Promise<Uint8Array> {
      return onlyPage(await publish(pdf)).reading;
    }
  });

  test("a PDF that needs a password only for changes is rendered", async ({ publish }) => {
    const document = await PDFDocument.create();
    document.addPage([60, 80]).drawRectangle({ x: 0, y: 0, width: 60, height: 80 });
    document.encrypt({ userPassword: "", ownerPassword: "owner" });
    const { reading } = onlyPage(await publish(await document.save()));
    expect(await darkness(reading)).toBeGreaterThan(99);
  });

  test("JavaScript in a PDF does not run", async ({ publish }) => {
    const calm = onlyPage(await publish(scriptedPdf("1 + 1;")));
    const wild = onlyPage(await publish(scriptedPdf('this.getField("a").value = "RUN"; while (true) {}')));
    expect(wild).toEqual(calm);
  });
});

/** Returns how dark an image is, in percent. */
async function darkness(image: Uint8Array): Promise<number> {
  const [grey] = (await sharp(image).greyscale().stats()).channels;
  return 100 - (grey?.mean ?? 0) / 2.55;
}

async function formPdf(text: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([60, 80]);
  const field = document.getForm().createTextField("name");
  field.setText(text);
  field.addToPage(page, { x: 4, y: 40, width: 50, height: 8 });
  return await document.save();
}

/** Puts the script wherever a viewer looks for one: the open action, the list of scripts, the page, a form field. */
function scriptedPdf(script: string): Buffer {
  const action = `<</S/JavaScript/JS ${firstExtra(1)} 0 R>>`;
  const field = `${firstExtra(1) + 1} 0 R`;
  const catalog = `/OpenAction ${action}/Names<</JavaScript<</Names[(go)${action}]>>>>/AcroForm<</Fields[${field}]>>`;
  const widget =
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(STILL)/Rect[4 4 40 12]/DA(/F1 4 Tf 0 g)` +
    `/AA<</C ${action}/F ${action}/PO ${action}>>>>`;
  const page = {
    size: [60, 80] as [number, number],
    content: textAt(5, 40, 9, "SPECIMEN"),
    entries: `/Annots[${field}]/AA<</O ${action}>>`,
  };
  return handmadePdf([page], { catalog, extras: [pdfStream(script), widget] });
}
