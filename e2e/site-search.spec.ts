import { inBothThemes } from "./support/in-both-themes.ts";
import { newsSite } from "./support/news.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: newsSite });

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
