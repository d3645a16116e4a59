import { sharesField } from "#core/holders/share.ts";
import { makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { system } from "#core/staff/actor.ts";
import { drawnDocument, uploaded } from "#test/support/documents.ts";
import { holderOf } from "#test/support/holders.ts";
import { addTestRecord } from "#test/support/records.ts";
import { expect, test } from "./support/test.ts";

const clerk = system("journeys");

test("somebody types the code that they were given; the answer comes in place, in both languages, until it ends", async ({
  visitor,
  page,
  portal: { office },
}) => {
  const images = { visaPaper: await uploaded(office, clerk, await drawnDocument(700, 900)) };
  const { id } = await addTestRecord(office, clerk, { name: "Nargis Parvin", images });
  const { opened } = await holderOf(office, { id });
  const wish = { whom: "bank", words: "For the loan", days: "7", uses: "1", [sharesField("visaPaper")]: "on" };
  const { code } = await makeShareCode(office, opened, wish);
  await page.goto("/code");
  await visitor.fitsAndHasNoBarrier();
  await page.getByRole("button", { name: "Show the record" }).click();
  await expect(page.getByText("Type the code first.")).toBeVisible();
  await page.getByRole("textbox", { name: "Share code" }).fill(code.toLowerCase());
  await page.getByRole("textbox", { name: "First name" }).fill("nargis");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Nargis Parvin" })).toBeFocused();
  await expect(page.getByText(/Shared with: A bank\. Until/)).toBeVisible();
  await visitor.fitsAndHasNoBarrier();
  const picture = page.getByRole("img", { name: "Visa paper" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByText("যার জন্য: ব্যাংক")).toBeVisible();
  const { codes } = await ownShareCodes(office, opened);
  expect(codes).toMatchObject([{ uses: 1, mostUses: 1 }]);
  await page.getByRole("button", { name: "রেকর্ড দেখুন", exact: true }).click();
  await expect(page.getByRole("heading", { name: "এই কোডে কিছু দেখা যায় না" })).toBeFocused();
});
