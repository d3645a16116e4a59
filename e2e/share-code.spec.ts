import { sharesField } from "#core/holders/share-codes.ts";
import { makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { system } from "#core/accounts/actor.ts";
import { drawnDocument, uploaded } from "#test/support/documents.ts";
import { holderOf } from "#test/support/holders.ts";
import { addTestRecord } from "#test/support/records.ts";
import { onAPhone } from "./support/on-a-phone.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

const clerk = system("journeys");

/** A record with one document, and a share code of its holder that may be used once. */
async function sharedOnce({ office }: StartedPortal) {
  const images = { visaPaper: await uploaded(office, clerk, await drawnDocument(700, 900)) };
  const { id } = await addTestRecord(office, clerk, { name: "Nargis Parvin", images });
  const { opened } = await holderOf(office, { id });
  const wish = { whom: "bank", words: "For the loan", days: "7", uses: "1", [sharesField("visaPaper")]: "on" };
  return { opened, ...(await makeShareCode(office, opened, wish)) };
}

test("a visitor uses a share code, and the answer appears in place and in both languages until the code is used up", async ({
  visitor,
  page,
  portal,
}) => {
  const { opened, code } = await sharedOnce(portal);
  await page.goto("/code");
  await visitor.fitsAndHasNoBarrier();
  await page.getByRole("button", { name: "Show the record" }).click();
  await expect(page.getByText("Type the code first.")).toBeVisible();
  await page.getByRole("textbox", { name: "Share code" }).fill(code.toLowerCase());
  await page.getByRole("textbox", { name: "First name" }).fill("nargis");
  await page.keyboard.press("Enter");
  await expect(visitor.particular("Candidate name")).toHaveText("Nargis Parvin");
  const shared = page.locator(":focus").filter({ hasText: /Shared with: A bank\. Until.+For the loan/ });
  await expect(shared).toBeInViewport();
  await visitor.fitsAndHasNoBarrier();
  const picture = page.getByRole("img", { name: "Visa paper" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByText("যার জন্য: ব্যাংক")).toBeVisible();
  const { codes } = await ownShareCodes(portal.office, opened);
  expect(codes).toMatchObject([{ uses: 1, maxUses: 1 }]);
  await page.getByRole("button", { name: "রেকর্ড দেখুন", exact: true }).click();
  await expect(page.getByRole("heading", { name: "এই কোডে কিছু দেখা যায় না" })).toBeFocused();
});

test.describe("if records open by share code alone,", () => {
  test.use({ settings: { lookupPolicy: "code" } });

  onAPhone("a visitor finds no box for a number, and sees what was shared", async ({ visitor, page, portal }) => {
    const { code } = await sharedOnce(portal);
    for (const path of ["/about", "/how-it-works", "/"]) {
      await visitor.opens(path);
      await expect(page.locator("[name=number]")).toHaveCount(0);
      await visitor.fitsAndHasNoBarrier();
    }
    await page.locator("main [name=code]").fill(code.replaceAll("-", " "));
    await page.locator("main [name=name]").fill("Nargis");
    await page.keyboard.press("Enter");
    await expect(visitor.answer.getByText("Nargis Parvin", { exact: true })).toBeVisible();
    await visitor.fitsAndHasNoBarrier();
  });
});
