import { currentSettings } from "#operations/settings/current-settings.ts";
import { expect, test } from "../support/test.ts";

const address = "/dashboard/change-date";
const box = "Records checked up to";

test("the date is changed, and visitors read it; a day that cannot be is said", async ({ admin, portal, page }) => {
  await admin.opens(address);
  await expect(admin.heading).toHaveText("Change the date");
  const before = await currentSettings(portal.office);
  for (const [day, words] of [
    ["2999-12-31", "This day is still to come. Choose today or a day before."],
    ["", "Choose a day from the calendar."],
  ] as const) {
    await admin.field(box).fill(day);
    await admin.button("Update").click();
    await admin.isTold(box, words);
    await expect(admin.field(box)).toHaveValue(day);
  }
  expect(await currentSettings(portal.office)).toEqual(before);
  await admin.field(box).fill("2026-02-14");
  await admin.button("Update").click();
  await expect(page.getByRole("alert")).toHaveText("Date modified successfully");
  await expect(page.locator("[data-preview]")).toHaveText("Records checked up to 14 February 2026");
  await admin.button("Update").click();
  await expect(page.getByRole("alert")).toHaveText("That is the date already. Nothing was changed.");
  await page.goto("/");
  await expect(page.getByText("Records checked up to 14 February 2026")).toBeVisible();
});

test("what visitors will read follows the box, by keyboard alone", async ({ admin, page }) => {
  await admin.opens(address);
  await admin.field(box).focus();
  await page.keyboard.type("01092026");
  await expect(page.locator("[data-preview]")).toHaveText("Records checked up to 9 January 2026");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Date modified successfully");
  await expect(page.locator("[data-toast]")).toHaveCount(0);
});
