import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import type { Locator, Page } from "@playwright/test";
import { publicKinds } from "#core/records/document-kinds.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { system } from "#core/accounts/actor.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { drawnDocument, uploaded } from "#test/support/documents.ts";
import { cardForm, holderOf } from "#test/support/holders.ts";
import { addTestRecord } from "#test/support/records.ts";
import { missing, shown } from "./support/records.ts";
import { alsoWithoutScripts, expect, test } from "./support/test.ts";

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

const clerk = system("journeys");

/** A record with a photo and a paper of every other kind. */
async function withAllPapers(office: Portal, wishes = {}) {
  const image = async (kind: string) => [kind, await uploaded(office, clerk, await drawnDocument(298, 421))] as const;
  const images = Object.fromEntries(await Promise.all(publicKinds.map(image)));
  return addTestRecord(office, clerk, { images, ...wishes });
}

/** Pictures are on their way when a visitor prints at once. */
const withSlowPictures = (page: Page) =>
  page.route(/\/images\//u, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });

/** By the browser's own command, which no button of the page prepares. */
async function printsEveryPicture(page: Page): Promise<void> {
  const descriptions = await page
    .locator("img.image")
    .evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
  // A PDF has a picture once that stands on a page twice, as the photo of a holder does.
  const different = new Set(descriptions).size;
  expect(different).toBeGreaterThanOrEqual(8);
  const { context } = await PDFDocument.load(await page.pdf({ format: "A4" }));
  const isPicture = (object: unknown) =>
    object instanceof PDFRawStream && object.dict.get(PDFName.of("Subtype")) === PDFName.of("Image");
  const printed = context.enumerateIndirectObjects().filter(([, object]) => isPicture(object));
  expect(printed.length).toBeGreaterThanOrEqual(different);
}

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  alsoWithoutScripts("the browser itself prints every picture of an answer", async ({ page, visitor, portal }) => {
    const { passportNumber } = await withAllPapers(portal.office);
    await visitor.opens("/");
    await visitor.looksUp(passportNumber);
    await page.locator(".record").waitFor();
    await page.waitForLoadState("networkidle");
    await printsEveryPicture(page);
  });
});

test("the browser itself prints every picture of a share code and of the holder's page", async ({ page, portal }) => {
  const { office } = portal;
  const record = await withAllPapers(office, { name: "Rokeya Begum" });
  const { opened } = await holderOf(office, record);
  const shares = Object.fromEntries(publicKinds.map((kind) => [sharesField(kind), "on"]));
  const { code } = await makeShareCode(office, opened, { whom: "bank", words: "", days: "7", uses: "3", ...shares });
  await withSlowPictures(page);
  await page.goto("/code");
  await page.getByRole("textbox", { name: "Share code" }).fill(code);
  await page.getByRole("textbox", { name: "First name" }).fill("Rokeya");
  await page.keyboard.press("Enter");
  await page.locator(".record").waitFor();
  await printsEveryPicture(page);

  const own = await withAllPapers(office);
  const { card, fact, pin } = cardForm((await offerHolderLink(office, clerk, { id: own.id }, {})) ?? "");
  await page.goto("/my-record");
  await page.getByRole("textbox", { name: "Code on your card" }).fill(card);
  await page.getByRole("textbox", { name: "Your father’s or mother’s name" }).fill(fact);
  await page.getByLabel("Choose a PIN").fill(pin);
  await page.getByLabel("The same PIN again").fill(pin);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "My record" }).waitFor();
  await page.locator(".record").first().waitFor({ state: "attached" });
  await printsEveryPicture(page);
});

test("the browser itself prints every picture of a record for staff, each paper whole", async ({
  admin,
  page,
  portal,
}) => {
  const { id } = await withAllPapers(portal.office);
  await admin.opens(`/dashboard/records/${id}`);
  await page.waitForLoadState("networkidle");
  await printsEveryPicture(page);
  await page.emulateMedia({ media: "print" });
  for (const list of await page.locator(".papers:visible").all())
    expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
});
