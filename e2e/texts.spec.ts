import { textPages } from "#core/texts/page-text.ts";
import { deliveredText } from "#i18n/page-texts.ts";
import { inBothThemes } from "./support/in-both-themes.ts";
import { expect, test } from "./support/test.ts";

test("every text page exists, in both languages", async ({ page }) => {
  for (const name of textPages) {
    await page.goto(`/${name}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(deliveredText(name, "en").title);
  }
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(deliveredText("freedom-of-information", "bn").title);
});

test("the details of the operator are filled into a text", async ({ page }) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "How to reach Shapla Overseas" })).toBeVisible();
  await expect(main.getByRole("link", { name: "office@shapla.example" })).toHaveAttribute(
    "href",
    "mailto:office@shapla.example",
  );
  await expect(main).toContainText("1 Example Road");
  await expect(main).not.toContainText("{");
});

test("links to other sites are marked", async ({ page }) => {
  await page.goto("/disclaimer");
  await expect(page.getByRole("main").getByRole("link", { name: /VEVO/ })).toHaveAttribute("rel", "external noopener");
});

inBothThemes("text pages have no barrier and fit a phone", async ({ visitor, page }) => {
  for (const name of textPages) {
    await page.goto(`/${name}`);
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
});
