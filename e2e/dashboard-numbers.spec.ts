import { checkNumbers } from "#operations/candidates/check-numbers.ts";
import { staffByEmail } from "#storage/database/staff.ts";
import { Member } from "./support/member.ts";
import { hidden, missing, shown, waiting } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const address = "/MaltipleInput";
const box = "Passport or IRCC numbers";
const list = `${waiting.ircc}, ${shown.passport}\n${missing.ircc}\n\n${hidden.passport.toLowerCase()},${shown.passport}\nno number?`;

test("a pasted list is told number by number, in its order", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.signsIn(address);
  await expect(admin.heading).toHaveText("Check many numbers");
  await admin.field(box).fill(list);
  await admin.button("Check").click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("1 shown · 1 waiting · 1 hidden · 2 unknown");
  const cells = await page
    .locator("[data-row]")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(cells).toEqual([
    [waiting.ircc, "waiting", "Nobody Yet"],
    [shown.passport, "shown", "Rahima Khatun"],
    [missing.ircc, "unknown", ""],
    [hidden.passport, "hidden", "Nobody Now"],
    ["no number?", "unknown", "cannot be a number"],
  ]);
  expect(new URL(page.url()).search).toBe("");
  await expect(admin.field(box)).toHaveValue(list);
  await page.getByRole("link", { name: "Nobody Yet" }).click();
  await expect(admin.heading).toHaveText("Nobody Yet");
});

test("a moderator learns of others’ records what a stranger would", async ({ portal, page }) => {
  const moderator = await Member.joins(portal, page, "moderator");
  await moderator.signsIn(address);
  await moderator.field(box).fill(list);
  await moderator.button("Check").click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("1 shown · 4 unknown");
  await expect(page.locator("[data-row]").filter({ hasText: shown.passport })).not.toContainText("Rahima");
});

test("students and strangers are not let in", async ({ portal, page }) => {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  const student = await Member.joins(portal, page, "student");
  await student.signsIn(address);
  await student.reads("This page is for admins and moderators.");
  expect(new URL(page.url()).pathname).toBe("/");
});

test.describe("a list that cannot be checked", () => {
  test.use({ expectedComplaint: /status of 4\d\d/ });

  test("is told so, and stays as it was pasted", async ({ portal, page }) => {
    const admin = await Member.joins(portal, page, "admin");
    await admin.signsIn(address);
    await admin.button("Check").click();
    await admin.isTold(box, "Paste the numbers first.");
    // Five hundred and one, and then more than a form takes elsewhere.
    for (const count of [501, 9000]) {
      await page.goto(address);
      const tooMany = Array.from({ length: count }, (_, at) => `A${10_000_000 + at}`).join("\n");
      // As pasting does; what is typed letter by letter would take a browser minutes.
      await admin.field(box).evaluate((area: HTMLTextAreaElement, text) => (area.value = text), tooMany);
      await admin.button("Check").click();
      await admin.isTold(box, "These are more than 500 numbers. Check them in several parts.");
      await expect(admin.field(box)).toHaveValue(tooMany);
    }
    await page.goto(address);
    const most = Array.from({ length: 500 }, (_, at) => `A${10_000_000 + at}`).join(",");
    await admin.field(box).fill(most);
    await admin.button("Check").click();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("500 unknown");
    await expect(page.locator("[data-row]")).toHaveCount(500);
  });

  test("because there were many is told to a moderator", async ({ portal, page }) => {
    test.slow();
    const moderator = await Member.joins(portal, page, "moderator");
    await moderator.signsIn(address);
    await expect(moderator.heading).toHaveText("Check many numbers");
    const person = await staffByEmail(portal.office.database.read, moderator.email);
    const actor = { kind: "staff", id: person?.id ?? "", role: "moderator" } as const;
    for (let lists = 0; lists < 20; lists += 1) await checkNumbers(portal.office, actor, { numbers: missing.ircc });
    await moderator.field(box).fill(list);
    await moderator.button("Check").click();
    await moderator.isTold(
      box,
      "You have checked many lists in this hour. Nothing you pasted is lost: try again later.",
    );
    await expect(moderator.field(box)).toHaveValue(list);
  });
});

test.describe("where scripts run", { tag: "@with-javascript" }, () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("the answer is copied as a table, in which no name is a formula", async ({ portal, page }) => {
    const admin = await Member.joins(portal, page, "admin");
    await admin.signsIn(address);
    await admin.field(box).fill(`${shown.passport}\n=1+1\n${hidden.ircc}`);
    await admin.button("Check").click();
    await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Copied. Paste it into a spreadsheet.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [
        "Number\tState\tRecord",
        `${shown.passport}\tshown\tRahima Khatun`,
        "'=1+1\tunknown\tcannot be a number",
        `${hidden.ircc}\thidden\tNobody Now`,
      ].join("\n"),
    );
  });
});

for (const locale of ["en", "bn"]) {
  for (const theme of ["dark", "light"]) {
    test.describe(`in ${locale}, ${theme}`, () => {
      test.use({ locale });

      test("has no barrier", { tag: "@with-javascript" }, async ({ portal, visitor, page }) => {
        await page.addInitScript((choice) => sessionStorage.setItem("theme", choice), theme);
        const admin = await Member.joins(portal, page, "admin");
        await admin.signsInAnywhere(address);
        await page.locator("#numbers").fill(list);
        await page.locator("form:has(#numbers) button").click();
        await expect(page.locator("[data-row]").first()).toBeVisible();
        await expect(page.locator("[data-notice]")).toBeHidden();
        await visitor.findsNoBarrier();
        await page.setViewportSize({ width: 360, height: 740 });
        await visitor.findsNoBarrier();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      });
    });
  }
}
