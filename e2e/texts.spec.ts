import { textPages } from "#core/texts/page-text.ts";
import { inBothThemes } from "./support/in-both-themes.ts";

inBothThemes("text pages and the report form have no barrier and fit a phone", async ({ visitor, page }) => {
  for (const name of [...textPages, "report"]) {
    await page.goto(`/${name}`);
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
});
