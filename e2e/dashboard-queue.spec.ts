import type { Locator, Page } from "@playwright/test";
import { system } from "#core/staff/actor.ts";
import { decideOnRecord, deleteRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { holdsScripts } from "./support/held-scripts.ts";
import { isAlive, Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";
import { aWaitingRecord } from "./support/waiting-records.ts";

const machine = system("journeys");
const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const pageOf = ({ id }: { id: string }) => `/dashboard/Control_Post/${id}`;

const publicStateOf = async ({ office }: StartedPortal, { id }: { id: string }) =>
  (await readRecord(office, machine, id)).approval;

async function sitsDown(portal: StartedPortal, page: Page, path = "/dashboard/Control_Post"): Promise<Member> {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(path);
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
  await isAlive(page);
  return admin;
}

/** The viewer's parts are there when React runs, and with it the keys. */
const listensToKeys = (page: Page) =>
  expect
    .poll(() => page.locator("template#viewer").evaluate((one: HTMLTemplateElement) => one.content.childElementCount))
    .toBe(1);

test("what waits stands in the specification's columns, and is approved from there", async ({ portal, page }) => {
  const { id, name, passportNumber } = await aWaitingRecord(portal);
  const admin = await sitsDown(portal, page);
  await expect(admin.heading).toHaveText("Waiting for approval");
  const heads = await page.getByRole("columnheader").allInnerTexts();
  expect(heads).toEqual(["Delete", "Picture", "Added on", "Papers", "Approve"]);
  await expect(rowOf(page, "Rahima Khatun")).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText(passportNumber);
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  await expect(page.locator("[data-flash=approved]")).toContainText("Post Approved");
  await expect(rowOf(page, name)).toHaveCount(0);
  expect(await publicStateOf(portal, { id })).toBe("approved");

  await page.getByRole("button", { name: `Undo ${name}` }).click();
  await expect(page.locator("[data-flash=unapproved]")).toContainText(`${name} waits for approval again`);
  await expect(rowOf(page, name)).toBeVisible();
  expect(await publicStateOf(portal, { id })).toBe("waiting");
});

test("a record shows all its papers beside what was typed, and leads on when it is approved", async ({
  portal,
  page,
}) => {
  const one = await aWaitingRecord(portal, { withDocuments: true });
  const two = await aWaitingRecord(portal);
  const admin = await sitsDown(portal, page);
  await rowOf(page, one.name).getByRole("link", { name: "See the papers" }).click();
  await expect(admin.heading).toHaveText(one.name);
  const scans = page.getByRole("region", { name: "Papers" }).getByRole("img");
  await expect(scans).toHaveCount(6);
  for (const scan of await scans.all()) {
    await scan.scrollIntoViewIfNeeded();
    await expect(scan).not.toHaveJSProperty("naturalWidth", 0);
  }
  await expect(page.getByRole("img", { name: "Work permit certificate, page 2 of 2" })).toBeVisible();
  await expect(page.getByText("Not in this record: Visa paper")).toBeVisible();
  for (const said of ["Abdul Karim", "House 12, Road 4, Mirpur, Dhaka 1216", "left empty"]) {
    await expect(page.getByRole("main").locator("dl")).toContainText(said);
  }
  await page.getByRole("link", { name: "Next record" }).click();
  await expect(admin.heading).toHaveText(two.name);
  await page.getByRole("link", { name: "Previous record" }).click();
  await expect(admin.heading).toHaveText(one.name);
  await page.getByRole("button", { name: `Approve ${one.name}` }).click();
  await expect(page.locator("[data-flash=approved]")).toContainText("Post Approved");
  await expect(admin.heading).toHaveText(two.name);
  expect(await publicStateOf(portal, one)).toBe("approved");
});

test("an approval is taken back on the record", async ({ portal, page }) => {
  const record = await aWaitingRecord(portal);
  await decideOnRecord(portal.office, machine, record, "approve");
  await sitsDown(portal, page, pageOf(record));
  await expect(page.getByRole("button", { name: `Approve ${record.name}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Take the approval back ${record.name}` }).click();
  await expect(page.locator("[data-flash=unapproved]")).toContainText(record.name);
  await expect(page.getByRole("button", { name: `Approve ${record.name}` })).toBeVisible();
  expect(await publicStateOf(portal, record)).toBe("waiting");
});

test.describe("a reason", () => {
  test.use({ expectedComplaint: /status of 4\d\d/ });

  test("is needed to send a record back, and whoever added it reads it", async ({ portal, page }) => {
    const record = await aWaitingRecord(portal);
    const admin = await sitsDown(portal, page, pageOf(record));
    await page.getByText("Send back with a reason").click();
    await admin.button("Send back").click();
    await admin.isTold("What has to be mended?", "Say first what has to be mended.");
    await admin.field("What has to be mended?").fill("x".repeat(501));
    await admin.button("Send back").click();
    await admin.isTold("What has to be mended?", "This text is too long.");
    await expect(admin.field("What has to be mended?")).toHaveValue("x".repeat(501));
    await admin.field("What has to be mended?").fill("The scan is cut off.");
    await admin.button("Send back").click();
    await expect(page.locator("[data-flash=sent-back]")).toContainText(`${record.name} was sent back`);
    expect(await publicStateOf(portal, record)).toBe("returned");
    await page.goto(pageOf(record));
    await expect(page.getByText("Sent back: The scan is cut off.")).toBeVisible();
    await page.goto("/dashboard/Control_Post");
    await expect(rowOf(page, record.name)).toHaveCount(0);
  });

  test("that is too long is told each time it is sent", async ({ portal, page }) => {
    const record = await aWaitingRecord(portal);
    const admin = await sitsDown(portal, page, pageOf(record));
    await page.getByText("Send back with a reason").click();
    for (const reason of ["x".repeat(501), "y".repeat(502)]) {
      await admin.field("What has to be mended?").fill(reason);
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await admin.button("Send back").click();
      expect((await answer).status()).toBe(400);
      await admin.isTold("What has to be mended?", "This text is too long.");
    }
  });

  test("is kept when somebody else was quicker", async ({ portal, page }) => {
    const record = await aWaitingRecord(portal);
    const admin = await sitsDown(portal, page, pageOf(record));
    await page.getByText("Send back with a reason").click();
    await admin.field("What has to be mended?").fill("The scan is cut off.");
    await decideOnRecord(portal.office, machine, record, "approve");
    await decideOnRecord(portal.office, machine, record, "deny");
    await admin.button("Send back").click();
    await admin.isTold(
      "What has to be mended?",
      "Somebody changed this record in the meantime. Look at it again, then repeat what you did.",
    );
    await expect(admin.field("What has to be mended?")).toHaveValue("The scan is cut off.");
    await decideOnRecord(portal.office, machine, record, "approve");
    await admin.button("Send back").click();
    await expect(page.getByRole("alert")).toContainText("Somebody changed this record in the meantime.");
    await expect(page.getByRole("button", { name: `Take the approval back ${record.name}` })).toBeVisible();
    expect(await publicStateOf(portal, record)).toBe("approved");
  });
});

test("of two admins the second is told, and sees how the record stands now", async ({ portal, page }) => {
  const record = await aWaitingRecord(portal);
  await sitsDown(portal, page, pageOf(record));
  const approve = page.getByRole("button", { name: `Approve ${record.name}` });
  await expect(approve).toBeVisible();
  await decideOnRecord(portal.office, machine, record, "approve");
  await approve.click();
  await expect(page.getByRole("alert")).toContainText("Somebody changed this record in the meantime.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(record.name);
  await expect(page.getByRole("button", { name: `Take the approval back ${record.name}` })).toBeVisible();
});

test("a record that is gone is told in the queue", async ({ portal, page }) => {
  const record = await aWaitingRecord(portal);
  const admin = await sitsDown(portal, page, pageOf(record));
  await expect(admin.heading).toHaveText(record.name);
  await deleteRecord(portal.office, machine, record);
  await page.getByRole("button", { name: `Approve ${record.name}` }).click();
  await expect(page.getByRole("alert")).toHaveText("This record is not here any more. Somebody may have deleted it.");
});

test("a record is deleted from the queue by who is sure", async ({ portal, page }) => {
  const { name } = await aWaitingRecord(portal);
  await sitsDown(portal, page);
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(page.locator("[data-flash]")).toContainText("Your User data has been deleted.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Waiting for approval");
  await expect(rowOf(page, name)).toHaveCount(0);
});

test.describe("where scripts run", () => {
  test("a reason that is asked for and typed before the page is alive stays", async ({ portal, page }) => {
    const record = await aWaitingRecord(portal);
    const admin = await sitsDown(portal, page, pageOf(record));
    const { letGo } = await holdsScripts(page);
    await page.reload({ waitUntil: "domcontentloaded" });
    await page.getByText("Send back with a reason").click();
    await admin.button("Send back").click();
    await admin.isTold("What has to be mended?", "Say first what has to be mended.");
    await admin.field("What has to be mended?").fill("The scan is cut off.");
    await letGo();
    await admin.isTold("What has to be mended?", "Say first what has to be mended.");
    await expect(admin.field("What has to be mended?")).toHaveValue("The scan is cut off.");
    await admin.button("Send back").click();
    await expect(page.locator("[data-flash=sent-back]")).toContainText(`${record.name} was sent back`);
  });

  test("keys lead from record to record and decide; held down, they decide once", async ({ portal, page }) => {
    const one = await aWaitingRecord(portal);
    const two = await aWaitingRecord(portal);
    const admin = await sitsDown(portal, page, pageOf(one));
    await listensToKeys(page);
    await page.keyboard.press("n");
    await expect(admin.heading).toHaveText(two.name);
    await page.keyboard.press("p");
    await expect(admin.heading).toHaveText(one.name);
    await page.keyboard.press("s");
    await expect(admin.field("What has to be mended?")).toBeFocused();
    await page.keyboard.type("ap");
    await expect(admin.field("What has to be mended?")).toHaveValue("ap");
    await admin.heading.focus();
    await page.keyboard.down("a");
    await expect(page.getByRole("status").filter({ hasText: "Post Approved" })).toBeVisible();
    await expect(admin.heading).toHaveText(two.name);
    // The next record begins anew: nothing half typed is left, and the key that is still down does nothing.
    await expect(admin.field("What has to be mended?")).toBeHidden();
    await page.keyboard.down("a");
    await page.keyboard.up("a");
    await expect(admin.heading).toHaveText(two.name);
    await page.keyboard.press("z");
    await expect(page.locator("[data-flash=unapproved]")).toHaveCount(1);
    expect([await publicStateOf(portal, one), await publicStateOf(portal, two)]).toEqual(["waiting", "waiting"]);
    await page.keyboard.press("q");
    await expect(admin.heading).toHaveText("Waiting for approval");
  });

  test("a paper opens in the viewer, with the others before and behind it", async ({ portal, page }) => {
    const record = await aWaitingRecord(portal, { withDocuments: true });
    await sitsDown(portal, page, pageOf(record));
    await listensToKeys(page);
    await page.getByRole("link", { name: "Work permit certificate, page 1 of 2" }).click();
    const viewer = page.getByRole("dialog", { name: "Work permit certificate, page 1 of 2" });
    await expect(viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "Work permit certificate, page 2 of 2" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Work permit certificate, page 2 of 2" })).toBeFocused();
  });
});

inBothLooks("no page of the queue has a barrier", async ({ portal, visitor, page }) => {
  const record = await aWaitingRecord(portal, { withDocuments: true });
  await (await Member.joins(portal, page, "admin")).comesIn("/dashboard/Control_Post");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  await expect(page.locator("[data-notice]")).toBeHidden();
  await visitor.fitsAndHasNoBarrier();
  await page.goto(pageOf(record));
  await page.locator("summary").click();
  await visitor.fitsAndHasNoBarrier();
});
