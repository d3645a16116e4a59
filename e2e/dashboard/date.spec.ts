import { expect, test } from "../support/test.ts";

const address = "/dashboard/change-date";
const box = "Records checked up to";

test("an admin changes the date with the keyboard alone; the preview follows the box, and visitors read the new date", async ({
  admin,
  page,
}) => {
  await admin.opens(address);
  await expect(admin.heading).toHaveText("Change the date");
  await admin.field(box).focus();
  await page.keyboard.type("01092026");
  await expect(page.locator("[data-preview]")).toHaveText("Records checked up to 9 January 2026");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Date modified successfully");
  await expect(page.locator("[data-flash]")).toHaveCount(1);
  await admin.button("Update").click();
  await expect(page.getByRole("alert")).toHaveText("This date is already set. Nothing was changed.");
  await page.goto("/");
  await expect(page.getByText("Records checked up to 9 January 2026")).toBeVisible();
});
