import type { Page } from "@playwright/test";
import { mrzName } from "#core/records/mrz.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { takenPhoto } from "#test/support/passports/taken-photo.ts";
import { expect, test } from "../support/test.ts";

/** Records every request of the browser from now on. */
function sentBy(page: Page): { address: string; bytes: number }[] {
  const sent: { address: string; bytes: number }[] = [];
  page.on("request", (request) => {
    sent.push({ address: new URL(request.url()).pathname, bytes: request.postDataBuffer()?.length ?? 0 });
  });
  return sent;
}

async function drops(page: Page, photo: Buffer): Promise<void> {
  const files = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.fromBase64(base64)], "passport.jpg", { type: "image/jpeg" }));
    return data;
  }, photo.toString("base64"));
  await page.getByRole("dialog").dispatchEvent("drop", { dataTransfer: files });
}

test("a photo of a passport fills in number and name, and never leaves the browser in a request", async ({
  admin,
  page,
}) => {
  const { jpeg, holder } = await takenPhoto(100_003);
  const { name: named = "" } = mrzName(holder.lines[0]) ?? {};
  const sent = sentBy(page);
  await admin.opens("/dashboard/Entry");
  expect(sent.map(({ address }) => address)).not.toContainEqual(expect.stringContaining("passport-dialog"));
  await admin.button("Read a passport").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Read a passport" });
  await dialog
    .getByLabel("Choose a photo")
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await drawnDocument() });
  await expect(dialog).toContainText("were not found");

  await drops(page, jpeg);
  await expect(dialog.getByLabel("Passport number", { exact: true })).toHaveValue(holder.number);
  await expect(dialog.getByRole("img", { name: "Passport number, as shown in the picture" })).toBeVisible();
  const name = dialog.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue(named);
  await name.press("Enter");

  // The dialog has closed, with its box of the same name.
  await expect(admin.field("Passport number")).toHaveCount(1);
  await expect(admin.field("Passport number")).toHaveValue(holder.number);
  await expect(admin.field("Name")).toHaveValue(named);
  await expect(admin.field("IRCC number")).toBeFocused();
  await expect(page.getByText("What you typed is kept here")).toBeVisible();
  await expect(page.locator("[data-loose]")).toHaveCount(0);
  expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(4000);
  expect(jpeg.length).toBeGreaterThan(50_000);
});
