import { expect, test } from "./support/test.ts";

test.describe("with JavaScript", { tag: "@with-javascript" }, () => {
  test("dark is the first theme; the choice lasts as long as the visit", async ({ visitor, page }) => {
    await visitor.opens("/");
    const root = page.locator("html");
    await expect(root).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Use the light theme" }).click();
    await expect(root).toHaveAttribute("data-theme", "light");
    await visitor.opens("/Check_Visa");
    await expect(root).toHaveAttribute("data-theme", "light");
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await expect(root).toHaveAttribute("data-theme", "dark");
  });

  test("the chosen theme is there before the first paint", async ({ visitor, page }) => {
    await visitor.opens("/");
    await page.getByRole("button", { name: "Use the light theme" }).click();
    // The stylesheet holds the first paint back, so what is set before it arrives is never seen changing.
    const themes: (string | null)[] = [];
    await page.route("**/*.css", async (route) => {
      themes.push(await page.locator("html").getAttribute("data-theme"));
      await route.continue();
    });
    await page.reload();
    expect(themes).toEqual(["light"]);
  });
});

test(
  "without JavaScript it is dark, and no button promises otherwise",
  { tag: "@without-javascript" },
  async ({ visitor, page }) => {
    await visitor.opens("/");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("button", { name: /theme/ })).toBeHidden();
  },
);
