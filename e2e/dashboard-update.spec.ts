import type { Page } from "@playwright/test";
import { decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { scan } from "#test/support/scans.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { isAlive, Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { addsRecord, freshPerson, journeys, recordWith } from "./support/own-records.ts";
import { chooses, isTold, documentBox, typesPerson } from "./support/record-form.ts";
import { expect, test } from "./support/test.ts";

test.use({ expectedComplaint: /status of 4(00|03|04|09|12)/ });

async function opens(portal: StartedPortal, page: Page, id: string): Promise<Member> {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(`/Update_A_User/${id}`);
  await expect(admin.heading).toHaveText("Update User");
  await isAlive(page);
  return admin;
}

test(
  "what is on record stands in the form; a paper that is not chosen anew stays",
  { tag: "@also-without-javascript" },
  async ({ portal, page }) => {
    const person = freshPerson();
    const { id } = await addsRecord(portal, person);
    const admin = await opens(portal, page, id);
    await expect(admin.field("Passport number")).toHaveValue(person.passport);
    await expect(admin.field("Name")).toHaveValue(person.name);
    await admin.field("Father’s name").fill("");
    await chooses(page, "ID card", await scan());
    await admin.button("Update User").click();
    await isTold(page, "User Updated Successfully !!!");
    await expect(admin.field("Father’s name")).toHaveValue("");
    await expect(documentBox(page, "idCard")).toContainText("On record.");
    const before = await readRecord(portal.office, journeys, id);
    expect(before).toMatchObject({ fatherName: "", documents: { idCard: [{}] } });

    await admin.field("Address").fill("Sylhet");
    await admin.button("Update User").click();
    await expect(page.locator("#history + ol > li").first()).toContainText("“Dhaka” became “Sylhet”");
    const after = await readRecord(portal.office, journeys, id);
    expect(after).toMatchObject({ address: "Sylhet", documents: before.documents });
    await expect(page.locator("#history + ol")).toContainText("Sadia Islam changed the record.");

    await documentBox(page, "idCard").getByRole("checkbox").check();
    await admin.button("Update User").click();
    await expect(documentBox(page, "idCard").locator("img")).toHaveCount(0);
    expect((await readRecord(portal.office, journeys, id)).documents).toEqual({});
  },
);

test("what is required is named", async ({ portal, page }) => {
  const { id } = await addsRecord(portal, freshPerson());
  const admin = await opens(portal, page, id);
  for (const label of ["Passport number", "IRCC number", "Name", "Address"]) await admin.field(label).fill(" ");
  await chooses(page, "Visa paper", await scan());
  await admin.button("Update User").click();
  for (const label of ["Passport number", "IRCC number", "Name", "Address"]) {
    await admin.isTold(label, `${label} is required`);
  }
  await typesPerson(admin, freshPerson());
  await admin.button("Update User").click();
  await isTold(page, "User Updated Successfully !!!");
  expect(Object.keys((await readRecord(portal.office, journeys, id)).documents)).toEqual(["visaPaper"]);
});

test("two at once are told, and nobody's words are lost", async ({ portal, page }) => {
  const person = freshPerson();
  const { id } = await addsRecord(portal, person);
  const admin = await opens(portal, page, id);
  await admin.field("Address").fill("Khulna");
  const record = await readRecord(portal.office, journeys, id);
  const theirs = { ...record, address: "Rajshahi", motherName: "Jahanara" };
  await updateRecord(portal.office, journeys, { id }, { particulars: theirs, images: {} });
  await admin.button("Update User").click();
  const meanwhile = page.getByRole("region", { name: "Changed in the meantime" });
  await expect(meanwhile).toContainText("On record now: Rajshahi");
  await expect(meanwhile).toContainText("Yours is kept");
  await expect(meanwhile).toContainText("On record now: Jahanara");
  await expect(admin.field("Address")).toHaveValue("Khulna");
  await expect(admin.field("Mother’s name")).toHaveValue("Jahanara");
  await admin.button("Update User").click();
  await isTold(page, "User Updated Successfully !!!");
  expect(await readRecord(portal.office, journeys, id)).toMatchObject({ address: "Khulna", motherName: "Jahanara" });
});

test("a record that is not there is told in words", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn("/Update_A_User/nobody");
  await expect(admin.heading).toHaveText("This is not here any more");
});

test("a moderator adds, is sent back, hands in again, and changes nothing once it is approved", async ({
  portal,
  page,
}) => {
  const moderator = await Member.joins(portal, page, "moderator");
  await moderator.comesIn("/dashboard");
  await expect(moderator.heading).toHaveText("My records");
  const person = freshPerson();
  await typesPerson(moderator, person);
  await moderator.field("Nationality").fill("NEPAL");
  await expect(page.locator("[data-document]")).toHaveCount(5);
  await moderator.button("Add new User").click();
  await isTold(page, "New Product Added Successfully !!!");
  const row = page.getByRole("row").filter({ hasText: person.name });
  await expect(row).toContainText("waiting");
  const record = await recordWith(portal, person.passport);
  const id = record?.id ?? "";
  expect(record).toMatchObject({ nationality: "NEPAL", approval: "waiting" });

  await sendBackRecord(portal.office, journeys, { id }, "The photo is missing");
  await page.goto("/dashboard/ManagePost");
  await expect(row).toContainText("sent back");
  await expect(row).toContainText("The photo is missing");
  await page.getByRole("region", { name: "These came back to you" }).getByRole("link", { name: person.name }).click();
  await expect(page.getByText("Sent back: The photo is missing")).toBeVisible();
  await chooses(page, "Photo", await scan());
  await moderator.button("Update User").click();
  await isTold(page, "User Updated Successfully !!!");
  expect(await readRecord(portal.office, journeys, id)).toMatchObject({ approval: "waiting", returnReason: "" });

  await moderator.field("Address").fill("Bogura");
  await decideOnRecord(portal.office, journeys, { id }, "approve");
  await moderator.button("Update User").click();
  await isTold(page, "An admin approved this record.");
  await expect(moderator.field("Address")).toHaveValue("Bogura");
  await page.goto(`/Update_A_User/${id}`);
  await expect(page.getByText("Only admins can change it now.")).toBeVisible();
  await expect(moderator.button("Update User")).toHaveCount(0);
});

inBothLooks("a moderator’s own records have no barrier", async ({ portal, visitor, page }) => {
  await (await Member.joins(portal, page, "moderator")).comesIn("/dashboard/ManagePost");
  const person = freshPerson();
  for (const [id, text] of Object.entries({
    passportNumber: person.passport,
    irccNumber: person.ircc,
    name: person.name,
    fatherName: "A",
    motherName: "B",
    address: "Dhaka",
  })) {
    await page.locator(`#${id}`).fill(text);
  }
  await page.locator("main form button.primary").click();
  await expect(page.locator("[data-flash=added]")).toBeVisible({ timeout: 20_000 });
  const id = (await recordWith(portal, person.passport))?.id ?? "";
  await sendBackRecord(portal.office, journeys, { id }, "The photo is missing");
  for (const path of ["/dashboard/ManagePost", `/Update_A_User/${id}`]) {
    await page.goto(path);
    await visitor.fitsAndHasNoBarrier();
  }
});
