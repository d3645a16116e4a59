import type { Page } from "@playwright/test";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { flash } from "../support/dashboard.ts";
import { changeSettingsTo } from "../support/records.ts";
import { expect, test } from "../support/test.ts";

const list = "/dashboard/Texts";
const box = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

test("a text is chosen, previewed and saved, and visitors read it", async ({ admin, page }) => {
  await admin.opens(list);
  const title = "Terms of use";
  await page.getByRole("link", { name: `English ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} · English`);
  await page.getByRole("textbox", { name: "Title" }).fill("House rules");
  await box(page).fill("## Be kind\n- to {operator}\n\n[More](/about) <b>bold</b> [bad](javascript:alert)");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.locator("[data-preview]");
  await expect(preview.getByRole("listitem")).toHaveText("to Shapla Overseas");
  await expect(preview.getByRole("link", { name: "More" })).toHaveAttribute("href", "/about");
  await expect(preview).toContainText("<b>bold</b> [bad](javascript:alert)");
  await expect(box(page)).toHaveValue(/^## Be kind/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(flash(page)).toContainText("The text is saved.");
  await expect(page.getByText("This text is in your own words.")).toBeVisible();
  await page.getByRole("link", { name: "See the page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("House rules");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("Be kind");
});

test("the default text is restored after a confirmation", async ({ admin, portal, page }) => {
  const name = "about";
  const own = { title: "Us", body: "We." };
  await changeSettingsTo(portal.office, { texts: { [name]: { en: own } } });
  await admin.opens(`${list}?page=${name}&language=en`);
  await expect(box(page)).toHaveValue("We.");
  await page.getByRole("button", { name: "Back to the delivered text" }).click();
  await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  await page.getByRole("button", { name: "Yes, bring the delivered text back" }).click();
  await expect(flash(page)).toContainText("The delivered text is back.");
  await expect(box(page)).not.toHaveValue("We.");
  expect((await currentSettings(portal.office)).texts[name]).toBeUndefined();
});
