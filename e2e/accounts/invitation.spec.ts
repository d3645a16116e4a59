import { expect, test } from "../support/test.ts";

test.use({ settings: { registration: "invite" } });

test("the registration page says that an invitation is needed", async ({ page }) => {
  await page.goto("/register");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You need an invitation");
  await expect(page.locator("#main").getByRole("textbox")).toHaveCount(0);
});
