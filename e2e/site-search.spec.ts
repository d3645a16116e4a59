import { inBothThemes } from "./support/in-both-themes.ts";
import { newsSite } from "./support/news.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: newsSite });

test("the question stays when the language changes", async ({ page }) => {
  await page.goto("/search?q=cookies");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("cookies");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText("cookies");
  await page.getByRole("searchbox").fill("কুকি");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: "আপনার তথ্যের গোপনীয়তা" })).toBeVisible();
  await expect(page.locator("mark").first()).toHaveText(/^কুকি/);
});

inBothThemes("search answers have no barrier", async ({ visitor, page }) => {
  for (const query of ["", "?q=office", "?q=ভিসা", "?q=xylophone", "?q=a", "?without=number"]) {
    await page.goto(`/search${query}`);
    await visitor.fitsAndHasNoBarrier();
  }
  await page.getByRole("searchbox").fill(shown.passport);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").locator("form input[type=hidden]")).toHaveValue(shown.passport);
  await visitor.fitsAndHasNoBarrier();
});
