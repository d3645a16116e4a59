import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("a button prints the sheet alone, with whose it is and when it was seen", async ({ visitor, page }) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.toggleAttribute("data-printed", true);
  });
  await visitor.opens("/");
  await visitor.seesPages(shown.passport);
  await visitor.answer.getByRole("button", { name: "Print this page" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed");
  await page.emulateMedia({ media: "print" });
  await expect(visitor.answer).toContainText("Rahima Khatun");
  await expect(
    visitor.answer.getByText(/^Checked at http:\/\/localhost:\d+ on \d+ \w+ \d{4} at \d\d:\d\d:\d\d GMT\+6$/),
  ).toBeVisible();
  await expect(visitor.answer.getByText("Licence RL-0001")).toBeVisible();
  await expect(visitor.answer.getByText("Shapla Overseas is not a government.")).toBeVisible();
  for (const away of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    visitor.box,
    page.getByText("Ask the office itself:").first(),
  ]) {
    await expect(away).toBeHidden();
  }
  await expect(visitor.answer.getByRole("button")).toHaveCount(0);
});
