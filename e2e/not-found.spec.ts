import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("an unknown path shows a page in the frame of the site, with a lookup box and a link home", async ({
  visitor,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Sorry, the page you are looking for does not exist.")).toBeVisible();
  await expect(page.getByRole("button", { name: "MENU" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("Shapla Overseas is not a government.");
  await expect(page.getByRole("contentinfo")).toContainText("Licence RL-0001");
  await visitor.findsNoBarrier();
  await page.getByRole("textbox", { name: "Passport or IRCC number" }).fill(shown.passport);
  await page.keyboard.press("Enter");
  await visitor.readsThatItIsPublished();
  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page.getByRole("textbox", { name: "Passport number" })).toBeVisible();
});
