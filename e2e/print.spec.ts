import { PDFDocument } from "@cantoo/pdf-lib";
import type { Locator } from "@playwright/test";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("a button prints the sheet alone, with operator and time of the lookup; its first page is complete in itself", async ({
  visitor,
  page,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.toggleAttribute("data-printed", true);
  });
  await visitor.opensForSheet("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  // The strip shows its first images. A print has all of them, however it is asked for.
  const unloaded = () =>
    visitor.answer
      .locator("img.image")
      .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => !one.naturalWidth));
  expect((await unloaded()).length).toBeGreaterThan(0);
  await page.keyboard.press("Control+p");
  await expect(page.locator("html")).toHaveAttribute("data-printed");
  expect(await unloaded()).toEqual([]);
  await page.locator("html").evaluate((html) => html.removeAttribute("data-printed"));
  await visitor.answer.getByRole("button", { name: "Print this page" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed");
  await page.emulateMedia({ media: "print" });
  await expect(visitor.answer).toContainText("Rahima Khatun");
  await expect(
    visitor.answer.getByText(/^Checked at http:\/\/localhost:\d+ on \d+ \w+ \d{4} at \d\d:\d\d GMT\+6$/),
  ).toBeVisible();
  for (const said of [
    "Shapla Overseas · Recruitment agency in Dhaka · Licence RL-0001",
    "Shapla Overseas is not a government.",
    /^Check it yourself: open http:\/\/localhost:\d+\/Check_Visa and type/,
    "Nobody may ask you for money because of this record.",
  ]) {
    await expect(visitor.answer.getByText(said).filter({ visible: true })).toHaveCount(1);
  }
  await expect(visitor.answer.locator(".print-head svg")).toBeVisible();
  // The title of a paper does not touch the paper above.
  await expect(visitor.answer.locator(".papers")).not.toHaveCSS("row-gap", "0px");
  for (const away of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    visitor.box,
    page.getByRole("heading", { name: "Whom to ask" }),
  ]) {
    await expect(away).toBeHidden();
  }
  await expect(visitor.answer.getByRole("button")).toHaveCount(0);

  const pagesPrinted = async () => (await PDFDocument.load(await page.pdf({ format: "A4" }))).getPageCount();
  const endOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  // The height of a printed page within its margins, at 96 dots per inch.
  expect(await endOf(visitor.answer.locator("dl").first())).toBeLessThan(((297 - 30) / 25.4) * 96);
  // The first page, and six images in rows of two, with two rows per page.
  expect(await pagesPrinted()).toBe(3);
  await page.emulateMedia({ media: "screen" });
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  await page.emulateMedia({ media: "print" });
  await expect(visitor.answer).toContainText(/Checked at http:\/\/localhost:\d+ on/);
  expect(await pagesPrinted()).toBe(1);
});
