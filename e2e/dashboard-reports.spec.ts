import type { Locator, Page } from "@playwright/test";
import { mailsIn } from "#test/support/read-mail.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { Member } from "./support/member.ts";
import { aReport } from "./support/reports.ts";
import { watchesThePage } from "./support/same-page.ts";
import { expect, test } from "./support/test.ts";

const list = "/dashboard/Reports";
const told = (page: Page): Locator => page.locator("[data-flash]");
const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });

async function opens(page: Page, reference: string): Promise<void> {
  await page.goto(list);
  await page.getByRole("link", { name: reference }).click();
  await expect(heading(page)).toHaveText(`Report ${reference}`);
}

test.describe("an admin", () => {
  test.beforeEach(async ({ portal, page }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(heading(page)).toHaveText("Reports");
  });

  test("reads what was reported, and hides the record at once", async ({ portal, page }) => {
    const { name, reference, contact, passportNumber } = await aReport(portal);
    await opens(page, reference);
    await expect(page.locator("#main")).toContainText("A record should be taken down");
    await expect(page.locator("blockquote")).toHaveText("It is mine.\nTake it down.");
    await expect(page.locator("#main")).toContainText(contact);
    expect(page.url()).not.toContain(passportNumber);
    const record = page.getByRole("row").filter({ hasText: name });
    await expect(record.getByRole("link", { name: `Update ${name}` })).toHaveAttribute("href", /^\/Update_A_User\/.+/);
    await record.getByRole("button", { name: `Hide ${name}` }).click();
    await expect(told(page)).toContainText(`${name} user is hidden now`);
    await expect(record).toContainText("hidden");
    await expect(heading(page)).toHaveText(`Report ${reference}`);
    await page.getByRole("button", { name: `Undo ${name}` }).click();
    await expect(record).toContainText("shown");
  });

  test("answers by mail, then closes with a note", async ({ portal, page }) => {
    const { reference, contact } = await aReport(portal);
    await opens(page, reference);
    const answer = page.getByRole("textbox", { name: "Answer" });
    await answer.fill("We took it down.\nThank you.");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await expect(told(page)).toContainText("The answer is on its way.");
    await expect(page.locator("#main")).toContainText("We took it down.");
    await expect(page.locator("#main")).toContainText("by Sadia Islam");
    await expect(answer).toHaveValue("");
    const mailed = async () => (await mailsIn(portal.folder)).find(({ headers }) => headers["to"]?.includes(contact));
    await expect.poll(async () => (await mailed())?.text).toContain("We took it down.\nThank you.");
    await page.getByRole("textbox", { name: "Outcome" }).fill("Taken down, told her.");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(told(page)).toContainText("The report is closed.");
    await expect(heading(page)).toHaveText("Reports");
    await expect(page.getByRole("link", { name: reference })).toHaveCount(0);
    await page.getByRole("link", { name: "Closed", exact: true }).click();
    await page.getByRole("link", { name: reference }).click();
    await expect(page.locator("#main")).toContainText("Taken down, told her.");
    await expect(page.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  });

  test("calls who left a telephone number, and finds no record for a number that is on none", async ({
    portal,
    page,
  }) => {
    const { reference } = await aReport(portal, { contact: "+880 1000 000000", about: "Q0000000" });
    await opens(page, reference);
    await expect(page.getByRole("link", { name: "+880 1000 000000" })).toHaveAttribute("href", "tel:+8801000000000");
    await expect(page.locator("#main")).toContainText("They left no email. Call them");
    await expect(page.getByRole("textbox", { name: "Answer" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Search the records" })).toBeVisible();
  });

  test.describe("who forgets something", () => {
    test.use({ expectedComplaint: /status of 400/ });

    test("is asked for it, and the report stays open", async ({ portal, page }) => {
      const { reference } = await aReport(portal);
      await opens(page, reference);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      const outcome = page.getByRole("textbox", { name: "Outcome" });
      await expect(outcome).toHaveAccessibleDescription("Fill this in first.");
      await expect(outcome).toBeFocused();
      await page.getByRole("textbox", { name: "Answer" }).fill("x".repeat(3001).slice(0, 3000));
      await page.getByRole("textbox", { name: "Answer" }).fill("  ");
      await page.getByRole("button", { name: "Send the answer" }).click();
      await expect(page.getByRole("textbox", { name: "Answer" })).toHaveAccessibleDescription("Fill this in first.");
      await page.goto(list);
      await expect(page.getByRole("link", { name: reference })).toBeVisible();
    });
  });

  test.describe("with the address of a report that is not there", () => {
    test.use({ expectedComplaint: /status of 404/ });

    test("is told so", async ({ page }) => {
      await page.goto(`${list}/nobody`);
      await expect(heading(page)).toHaveText("This is not here any more");
    });
  });
});

test.describe("where scripts run", () => {
  test("keys lead to a report, hide its record, and back", async ({ portal, page }) => {
    const { name } = await aReport(portal);
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(heading(page)).toHaveText("Reports");
    const { stayed } = await watchesThePage(page);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(heading(page)).toHaveText(/^Report R-/);
    await page.keyboard.press("u");
    await expect(heading(page)).toHaveText("Reports");
    await page
      .getByRole("link", { name: /^A record should be taken down/ })
      .last()
      .click();
    await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("h");
    await expect(page.getByRole("status")).toContainText(`${name} user is hidden now`);
    expect(await stayed()).toBe(true);
  });

  inBothLooks("no page of reports has a barrier", async ({ portal, visitor, page }) => {
    await aReport(portal, { message: `${"long".repeat(200)}\nIt is mine.` });
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(page.locator("[data-row]").first()).toBeVisible();
    await expect(page.locator("[data-notice]")).toBeHidden();
    const report = (await page.locator("[data-key=e]").last().getAttribute("href")) ?? "";
    for (const path of [list, report, `${list}?state=closed`]) {
      await page.goto(path);
      await visitor.fitsAndHasNoBarrier();
    }
  });
});
