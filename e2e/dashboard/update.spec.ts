import { decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { aRecord, freshPerson, journeys, recordWith } from "../support/own-records.ts";
import { chooses, documentBox, seesAlert, typesPerson } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

const formOf = ({ id }: { id: string }) => `/Update_A_User/${id}`;

test("the form shows what is on record, and keeps unchanged values", async ({ admin, portal, page }) => {
  const { id, ...person } = await aRecord(portal);
  await admin.opens(formOf({ id }));
  await admin.shows({ "Passport number": person.passport, Name: person.name });
  await admin.field("Father’s name").fill("");
  await chooses(page, "ID card", await drawnDocument());
  await admin.field("Last day on the paper ID card").fill("2026-03-31");
  await admin.button("Update record").click();
  await seesAlert(page, "Record updated");
  await expect(admin.field("Father’s name")).toHaveValue("");
  await expect(documentBox(page, "idCard")).toContainText("On record.");
  const before = await readRecord(portal.office, journeys, id);
  expect(before).toMatchObject({ fatherName: "", documents: { idCard: [{}] }, lastDays: { idCard: "2026-03-31" } });

  await admin.field("Address").fill("Sylhet");
  await admin.button("Update record").click();
  // The alert of the previous update is still shown.
  const after = () => readRecord(portal.office, journeys, id);
  await expect.poll(after).toMatchObject({ address: "Sylhet", documents: before.documents });
  await page.locator("[data-flash=updated]").getByRole("link", { name: "Look at it" }).click();
  await expect(admin.heading).toHaveText(person.name);
  // Reloads the page, because a document from the server must hydrate too.
  await page.reload();
  await expect(page.locator("#history + ol > li").first()).toContainText(
    "“House 12, Road 4, Mirpur, Dhaka 1216” became “Sylhet”",
  );
  await expect(page.locator("#history + ol")).toContainText("Sadia Islam changed the record.");
  await page.getByRole("link", { name: `Update ${person.name}` }).click();

  await documentBox(page, "idCard").getByText("Change").click();
  await documentBox(page, "idCard").getByRole("checkbox").check();
  await admin.button("Update record").click();
  await expect(documentBox(page, "idCard").locator("img")).toHaveCount(0);
  expect(await after()).toMatchObject({ documents: {}, lastDays: {} });
});

test.describe("on a phone,", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a moderator photographs a document and adds a record, which is sent back, sent again and approved", async ({
    moderator,
    portal,
    page,
  }) => {
    await moderator.opens("/dashboard");
    await page.getByRole("main").getByRole("link", { name: "Add a record" }).tap();
    await expect(moderator.heading).toHaveText("My records");
    const person = freshPerson();
    await typesPerson(moderator, person);
    await moderator.field("Nationality").fill("NEPAL");
    await expect(page.locator("[data-document]")).toHaveCount(5);
    const box = documentBox(page, "workPermit");
    const camera = page.getByLabel("Work permit certificate: Take a photo");
    await expect(camera).toHaveAttribute("capture", "environment");
    await expect(camera).toHaveAttribute("accept", "image/*");
    const chooser = page.waitForEvent("filechooser");
    await box.getByText("Take a photo", { exact: true }).tap();
    const taken = { name: "camera.jpg", mimeType: "image/jpeg", buffer: await drawnDocument(600, 800) };
    await (await chooser).setFiles(taken);
    await expect(box.locator("img")).toBeVisible({ timeout: 20_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await moderator.button("Add record").tap();
    await seesAlert(page, "Record added");
    const row = page.getByRole("row").filter({ hasText: person.name });
    await expect(row).toContainText("waiting");
    const record = await recordWith(portal, person.passport);
    const id = record?.id ?? "";
    expect(record).toMatchObject({ nationality: "NEPAL", approval: "waiting" });
    expect(record?.documents.workPermit).toMatchObject([{ width: 600, height: 800 }]);

    await sendBackRecord(portal.office, journeys, { id }, "The photo is missing");
    await page.goto("/dashboard/ManagePost");
    await expect(row).toContainText("sent back");
    await expect(row).toContainText("The photo is missing");
    await page.getByRole("region", { name: "These came back to you" }).getByRole("link", { name: person.name }).click();
    await expect(page.getByText("Sent back: The photo is missing")).toBeVisible();
    await chooses(page, "Photo", await drawnDocument());
    await moderator.button("Update record").click();
    await seesAlert(page, "Record updated");
    expect(await readRecord(portal.office, journeys, id)).toMatchObject({ approval: "waiting" });
    await expect(page.getByText("Sent back: The photo is missing")).toBeVisible();
    await expect(page.getByText("You have sent it again.")).toBeVisible();

    await moderator.field("Address").fill("Bogura");
    await decideOnRecord(portal.office, journeys, { id }, "approve");
    await moderator.button("Update record").click();
    await seesAlert(page, "An admin approved this record.");
    await expect(moderator.field("Address")).toHaveValue("Bogura");
    await page.goto(formOf({ id }));
    await expect(page.getByText("Only admins can change it now.")).toBeVisible();
    await expect(moderator.button("Update record")).toHaveCount(0);
  });
});
