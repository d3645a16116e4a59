import type { Page } from "@playwright/test";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { delaysScripts } from "../support/dashboard.ts";
import { delays } from "../support/delays.ts";
import { aWaitingRecord, journeys } from "../support/own-records.ts";
import type { StartedPortal } from "../support/portal.ts";
import { expect, test } from "../support/test.ts";

test.use({ settings: { fourEyes: true } });

const queue = "/dashboard/Control_Post";
const pageOf = ({ id }: { id: string }) => `${queue}/${id}`;

const publicStateOf = async ({ office }: StartedPortal, { id }: { id: string }) =>
  (await readRecord(office, journeys, id)).approval;

/** Waits until keys work: React then also adds the parts of the viewer. */
const listensToKeys = (page: Page) =>
  expect
    .poll(() => page.locator("template#viewer").evaluate((one: HTMLTemplateElement) => one.content.childElementCount))
    .toBe(1);

test("a reason that is typed before hydration stays; keys lead from record to record and decide, a repeating key once", async ({
  admin,
  portal,
  page,
}) => {
  const record = await aWaitingRecord(portal);
  await admin.opens(pageOf(record));
  const { letGo } = await delaysScripts(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.getByText("Send back with a reason").click();
  await admin.button("Send back").click();
  await admin.seesProblems({ "What has to be corrected?": "First say what has to be corrected." });
  await admin.field("What has to be corrected?").fill("The page is cut off.");
  await letGo();
  await admin.seesProblems({ "What has to be corrected?": "First say what has to be corrected." });
  await expect(admin.field("What has to be corrected?")).toHaveValue("The page is cut off.");
  await admin.button("Send back").click();
  await expect(page.locator("[data-flash=sent-back]")).toContainText(`${record.name} was sent back`);

  const one = await aWaitingRecord(portal);
  const two = await aWaitingRecord(portal);
  await admin.opens(pageOf(one));
  await listensToKeys(page);
  await page.keyboard.press("n");
  await expect(admin.heading).toHaveText(two.name);
  await page.keyboard.press("p");
  await expect(admin.heading).toHaveText(one.name);
  await page.keyboard.press("s");
  await expect(admin.field("What has to be corrected?")).toBeFocused();
  await page.keyboard.type("ap");
  await expect(admin.field("What has to be corrected?")).toHaveValue("ap");
  await admin.heading.focus();
  await page.keyboard.down("a");
  await expect(page.getByRole("status").filter({ hasText: "Post Approved" })).toBeVisible();
  await expect(admin.heading).toHaveText(two.name);
  // The next record starts fresh: no half-typed text is left, and the key that is still down does nothing.
  await expect(admin.field("What has to be corrected?")).toBeHidden();
  await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expect(admin.heading).toHaveText(two.name);
  await page.keyboard.press("z");
  await expect(page.locator("[data-flash=unapproved]")).toHaveCount(1);
  expect([await publicStateOf(portal, one), await publicStateOf(portal, two)]).toEqual(["waiting", "waiting"]);
  await page.keyboard.press("q");
  await expect(admin.heading).toHaveText("Waiting for approval");

  // The changes of an approved record are compared with it, and approved by the same key.
  const { office } = portal;
  await decideOnRecord(office, journeys, two, "approve");
  const particulars = { ...(await readRecord(office, journeys, two.id)), address: "Sylhet" };
  await updateRecord(office, journeys, two, { particulars, images: {} });
  await page.reload();
  await page.locator("tr", { hasText: two.name }).locator("summary").click();
  await page.getByRole("link", { name: `Compare ${two.name}` }).click();
  await expect(page.getByRole("row", { name: /^Address by .* Sylhet$/ })).toBeVisible();
  await listensToKeys(page);
  await page.keyboard.press("a");
  await expect(page.locator("[data-flash=changes-approved]")).toHaveCount(1);
  expect((await readRecord(office, journeys, two.id)).address).toBe("Sylhet");
});

test("the next record and its first picture are loaded ahead, so that nobody waits after a decision", async ({
  admin,
  portal,
  page,
}) => {
  const one = await aWaitingRecord(portal);
  const two = await aWaitingRecord(portal, { withDocuments: true });
  const pictureOfTwo = page.waitForResponse("**/images/**");
  await admin.opens(pageOf(one));
  await listensToKeys(page);
  await pictureOfTwo;
  const letGo = await delays(page, `**${pageOf(two)}.data*`);
  await page.keyboard.press("a");
  await expect(admin.heading).toHaveText(two.name);
  await expect(page.locator("[data-flash=approved]")).toHaveCount(0);
  await letGo();
  await expect(page.locator("[data-flash=approved]")).toContainText(one.name);
  expect(await publicStateOf(portal, one)).toBe("approved");
  // What was loaded ahead is not taken again for the page that is shown.
  await page.getByRole("button", { name: `Hide ${two.name}` }).click();
  await expect(page.locator("[data-flash=hidden]")).toContainText(two.name);
  await expect(page.getByRole("button", { name: `Unhide ${two.name}` })).toBeVisible();

  // A document opens in the viewer, between the previous and the next one.
  await page.getByRole("link", { name: "Work permit certificate, page 1 of 2" }).click();
  const viewer = page.getByRole("dialog", { name: "Work permit certificate, page 1 of 2" });
  await expect(viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "Work permit certificate, page 2 of 2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Work permit certificate, page 2 of 2" })).toBeFocused();

  // The papers scroll in a pane, and an index leads to each of them.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2600);
  const last = page.getByRole("navigation", { name: "Papers in this record" }).getByRole("link").last();
  await last.click();
  await expect(last).toHaveAttribute("aria-current", "location");
  await expect(page.locator(".reading .document").last()).toBeInViewport();
  await page.keyboard.press("k");
  await expect(page.locator(".reading .document").last()).not.toBeInViewport();
});
