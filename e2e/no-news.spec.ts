import { expect, test } from "./support/test.ts";

// A site on which nobody has posted anything.
test.use({ wishes: { settings: { dateValue: "2026-01-30" } } });

test("while there are no news, the page says so and leads on", async ({ visitor, page, javaScriptEnabled }) => {
  await page.goto("/news");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("No news yet");
  if (javaScriptEnabled) await visitor.findsNoBarrier();
  await page.getByRole("main").getByRole("link", { name: "Ask us" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact us");
});
