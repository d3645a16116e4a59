import { truncate, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { delays } from "./support/delays.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const asFile = (buffer: Buffer) => ({ name: "paper.jpg", mimeType: "", buffer });

/** A file larger than the limit. The browser reads it from the disk: sending it to the browser would take seconds. */
async function tooLargeFile(): Promise<string> {
  const file = test.info().outputPath("photo.jpg");
  await writeFile(file, Buffer.from([0xff, 0xd8, 0xff]));
  await truncate(file, 41_000_000);
  return file;
}

test("a file is the published one only byte for byte; any other picture is shown beside it, without alarm, and is not sent", async ({
  visitor,
  page,
}) => {
  const sent: string[] = [];
  await visitor.opens("/");
  await visitor.seesPages(shown.passport);
  const link = visitor.answer.locator("[data-kind=workPermit] a").first();
  const published = await (await page.request.get((await link.getAttribute("href")) ?? "")).body();
  page.on("request", (request) => sent.push(request.method()));
  const tool = page.locator("[data-compare]");
  const said = tool.getByRole("status");
  const resent = await sharp(published).resize(200).jpeg({ quality: 40 }).toBuffer();
  const photographed = await sharp(published)
    .rotate(7, { background: "#345" })
    .modulate({ brightness: 0.6 })
    .toBuffer();
  const other = "Not the very file that was publishedOne digit may have been changed: compare each.";
  for (const [words, file, pictures] of [
    ["Exactly the file that was published: Work permit certificate", asFile(published), 0],
    [other, asFile(Buffer.concat([published, Buffer.from([0])])), 2],
    [other, asFile(resent), 2],
    [other, asFile(photographed), 2],
    [other, asFile(Buffer.from("%PDF-1.7")), 1],
    [other, await tooLargeFile(), 1],
  ] as const) {
    await tool.locator("input[type=file]").setInputFiles(file);
    await expect(said).toContainText(words);
    await expect(said.getByRole("img")).toHaveCount(pictures);
    await expect(said.locator("[class*=alarm]")).toHaveCount(0);
  }
  await expect(said).toContainText("Your file cannot be shown here.");
  await visitor.findsNoBarrier();

  await tool.locator("input[type=file]").setInputFiles(asFile(resent));
  const [theirs, own] = [said.locator("img"), said.locator("canvas")];
  await expect(theirs).toHaveAttribute("alt", "Work permit certificate, page 1 of 2");
  await expect(theirs).not.toHaveJSProperty("naturalWidth", 0);
  await visitor.findsNoBarrier();
  const drawn = await own.evaluate(
    (canvas: HTMLCanvasElement) => canvas.getContext("2d")?.getImageData(99, 99, 1, 1).data[3],
  );
  expect(drawn).toBe(255);
  // A photo on its side is turned, and lies beside the page that it shows.
  const [width, height] = await own.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
  const onItsSide = await sharp(resent).rotate(90).jpeg().toBuffer();
  await tool.locator("input[type=file]").setInputFiles(asFile(onItsSide));
  await expect(own).toHaveJSProperty("width", width);
  await expect(own).toHaveJSProperty("height", height);
  await expect(theirs).toHaveAttribute("alt", "Work permit certificate, page 1 of 2");
  await said.getByRole("combobox").selectOption({ label: "Work permit certificate, page 2 of 2" });
  await expect(theirs).toHaveAttribute("alt", "Work permit certificate, page 2 of 2");
  const place = async () =>
    [await theirs.boundingBox(), await own.boundingBox()].map((box) => [box?.x ?? 0, box?.y ?? 0]);
  const [[left = 0] = [], [right = 0] = []] = await place();
  expect(right).toBeGreaterThan(left);
  await visitor.fitsInto(360);
  await page.setViewportSize({ width: 360, height: 740 });
  const [[, above = 0] = [], [, below = 0] = []] = await place();
  expect(below).toBeGreaterThan(above);
  expect(new Set(sent)).toEqual(new Set(["GET"]));
});

test("of two files that are chosen one after another, the answer is that of the last", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.seesPages(shown.passport);
  const link = visitor.answer.locator("[data-kind=workPermit] a").first();
  const published = await (await page.request.get((await link.getAttribute("href")) ?? "")).body();
  const tool = page.locator("[data-compare]");
  const texts = await tool.locator("[role=status]").evaluateHandle((element) => {
    const all: string[] = [];
    new MutationObserver(() => all.push(element.textContent)).observe(element, { childList: true, subtree: true });
    return all;
  });
  const letGo = await delays(page, "**/checksums*", { times: 1 });
  // Of two requests at once, either could be the one that is delayed.
  const asked = page.waitForRequest("**/checksums*");
  await tool.locator("input[type=file]").setInputFiles(asFile(published));
  await asked;
  await tool.locator("input[type=file]").setInputFiles(asFile(Buffer.from("%PDF-1.7")));
  await expect(tool.getByRole("status")).toContainText("Not the very file");
  await letGo();
  await tool.locator("input[type=file]").setInputFiles(asFile(Buffer.concat([published, Buffer.from([0])])));
  await expect(tool.getByRole("status").getByRole("img")).toHaveCount(2);
  expect((await texts.jsonValue()).join("\n")).not.toContain("Exactly the file");
});
