import { drawnDocument } from "#test/support/documents.ts";
import { ownPaper } from "#test/support/own-fields.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import { documentBox, seesAlert, typesPerson } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

test.use({ settings: { ownPapers: [ownPaper("p1", "Wafid medical")] } });

test("a dropped file goes to the paper of one's own that its name says, which the sheet shows with its last day", async ({
  admin,
  page,
  portal,
}) => {
  await admin.opens("/dashboard/Entry");
  const person = freshPerson();
  await typesPerson(admin, person);
  await page.getByLabel("Choose all files at once").setInputFiles(
    await Promise.all(
      ["wafid-medical.jpg", "medical.jpg"].map(async (name) => ({
        name,
        mimeType: "image/jpeg",
        buffer: await drawnDocument(600, 800),
      })),
    ),
  );
  await page.getByRole("button", { name: "Yes, that is what they are" }).click();
  await expect(documentBox(page, "p1")).toContainText("wafid-medical.jpg");
  await expect(documentBox(page, "medical")).toContainText("medical.jpg");
  const sheet = page.getByRole("region", { name: "The sheet as it will look" });
  await sheet.getByRole("button", { name: "The sheet as it will look" }).click();
  await expect(sheet.getByRole("listitem")).toHaveText(["Medical form", "Wafid medical"]);
  await page.getByLabel("Last day on the paper Wafid medical").fill("2031-03-31");
  await admin.button("Add record").click();
  await seesAlert(page, "Record added");
  const record = await recordWith(portal, person.passport);
  expect(Object.keys(record?.documents ?? {}).toSorted()).toEqual(["medical", "p1"]);
  await admin.opens(`/dashboard/records/${record?.id ?? ""}`);
  await expect(page.locator("[data-kind=p1]")).toContainText("Last day on the paper: 31 March 2031");
  await page.locator("[data-kind=p1] a").click();
  await expect(page.getByRole("dialog")).toContainText("Wafid medical");
});
