import { heading, watchForReload } from "../support/dashboard.ts";
import { aReport } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

const list = "/dashboard/Reports";

test("keys lead to a report, hide its record, and lead back", async ({ admin, portal, page }) => {
  const { name } = await aReport(portal);
  await admin.opens(list);
  await expect(heading(page)).toHaveText("Reports");
  const { stayed } = await watchForReload(page);
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
  await expect(page.getByRole("status")).toContainText(`${name} is hidden now`);
  expect(await stayed()).toBe(true);
});
