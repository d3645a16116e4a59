import { drawnDocument } from "#test/support/documents.ts";
import { zip } from "#test/support/zip.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test("an admin imports a table with a ZIP: sees the dry run, finds it again, imports and undoes", async ({
  admin,
  portal,
  page,
}) => {
  const person = freshPerson();
  const table = `Passport,IRCC,Name,Father,Mother,Address,Visa expiry\n${person.passport},${person.ircc},${person.name},Karim,Amina,Dhaka,31/03/2030\n`;
  const packed = zip([
    { name: `${person.passport}/visa.jpg`, content: await drawnDocument() },
    { name: "IMG_001.jpg", content: await drawnDocument() },
  ]);
  await admin.opens("/dashboard/import");
  await page
    .getByLabel("The table")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await page
    .getByLabel("Scans, packed as a ZIP")
    .setInputFiles({ name: "scans.zip", mimeType: "application/zip", buffer: packed });
  await admin.button("Read the table").click();
  await expect(page.getByLabel("What it is: Visa expiry")).toHaveValue("lastDays.visaPaper");
  await admin.button("See what would happen").click();
  const says = (words: string | RegExp) => expect(page.getByRole("main")).toContainText(words, { timeout: 15_000 });
  await says(/New records\s*1/);
  await expect(page.getByRole("row").filter({ hasText: "IMG_001.jpg" })).toContainText(
    "There is no number in its name",
  );

  const run = new URL(page.url()).pathname;
  await admin.opens("/dashboard/import");
  await page.locator(`a[href="${run}"]`).click();
  await admin.button("Import 1 row").click();
  await says("1 record done.");
  expect(await recordWith(portal, person.passport)).toMatchObject({
    name: person.name,
    lastDays: { visaPaper: "2030-03-31" },
  });

  await admin.button("Undo").click();
  await says("1 reversed, 0 kept (edited since), 0 failed.");
  await expect(page.getByRole("main")).not.toContainText("New records");
  expect(await recordWith(portal, person.passport)).toBeUndefined();
});
