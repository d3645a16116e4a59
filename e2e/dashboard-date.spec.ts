import { currentSettings } from "#operations/settings/current-settings.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

const address = "/dashboard/change-date";

// Not the site whose date other journeys read.
test.use({ wishes: { settings: { dateValue: "2026-01-31" } } });

test("the date is changed, and visitors read it", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  await expect(admin.heading).toHaveText("Change the date");
  const { dateValue } = await currentSettings(portal.office);
  const day = dateValue === "2026-02-14" ? "2026-02-15" : "2026-02-14";
  const sentence = `Records checked up to ${Number(day.slice(-2))} February 2026`;
  await admin.field("Records checked up to").fill(day);
  await admin.button("Update").click();
  await expect(page.getByRole("alert")).toHaveText("Date modified successfully");
  await expect(page.locator("[data-preview]")).toHaveText(sentence);
  await admin.button("Update").click();
  await expect(page.getByRole("alert")).toHaveText("That is the date already. Nothing was changed.");
  await page.goto("/");
  await expect(page.getByText(sentence)).toBeVisible();
});

test.describe("a day that cannot be", () => {
  test.use({ expectedComplaint: /status of 400/ });

  test("is said, and nothing is changed", async ({ portal, page }) => {
    const admin = await Member.joins(portal, page, "admin");
    await admin.comesIn(address);
    const before = await currentSettings(portal.office);
    await admin.field("Records checked up to").fill("2999-12-31");
    await admin.button("Update").click();
    await admin.isTold("Records checked up to", "This day is still to come. Choose today or a day before.");
    await expect(admin.field("Records checked up to")).toHaveValue("2999-12-31");
    await admin.field("Records checked up to").fill("");
    await admin.button("Update").click();
    await admin.isTold("Records checked up to", "Choose a day from the calendar.");
    expect(await currentSettings(portal.office)).toEqual(before);
  });
});

test.describe("where scripts run", () => {
  test("what visitors will read follows the box, by keyboard alone", async ({ portal, page }) => {
    const admin = await Member.joins(portal, page, "admin");
    await admin.comesIn(address);
    await expect(admin.heading).toHaveText("Change the date");
    await admin.field("Records checked up to").focus();
    await page.keyboard.type("01092026");
    await expect(page.locator("[data-preview]")).toHaveText("Records checked up to 9 January 2026");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Date modified successfully");
    await expect(page.locator("[data-toast]")).toHaveCount(0);
  });
});

inBothLooks("the form of the date has no barrier", async ({ portal, visitor, page }) => {
  await (await Member.joins(portal, page, "admin")).comesIn(address);
  await expect(page.locator("[data-preview]")).toBeVisible();
  await expect(page.locator("[data-notice]")).toBeHidden();
  await visitor.fitsAndHasNoBarrier();
});
