import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { environment: { WORDING: "spec" } } });

test("English pages speak as the specification does", async ({ visitor, page }) => {
  await visitor.opens("/Visa");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Visa Chacking");
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await expect(visitor.particular("Fathers Name")).toHaveText("Abdul Karim");
  expect(await visitor.papers()).toContain("VISA Approval Latter\n1 page");
  await expect(page.getByRole("contentinfo")).toContainText("Shapla Overseas is not a government.");
});

test("Bangla stays Bangla, and English is still called English", async ({ visitor, page }) => {
  await visitor.opens("/Visa");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ভিসা যাচাই");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Visa Chacking");
});
