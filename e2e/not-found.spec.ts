import { expect, test } from "./support/test.ts";

test.use({ expectedComplaint: /status of 404/ });

test("an unknown address leads home", async ({ visitor, page }) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Sorry, the page you are looking for does not exist.")).toBeVisible();
  await expect(page.getByRole("main")).toHaveCSS("background-color", "rgb(0, 0, 0)");
  await expect(page.getByRole("contentinfo")).toContainText("Shapla Overseas is not a government.");
  await expect(page.getByRole("contentinfo")).toContainText("Licence RL-0001");
  await visitor.findsNoBarrier();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page.getByRole("textbox", { name: "Passport number" })).toBeVisible();
});

test("nobody is given a page's data without the page", async ({ request }) => {
  for (const path of ["/_root.data", "/Check_Visa.data"]) {
    expect((await request.get(path)).status()).toBe(404);
    expect((await request.post(path, { form: { number: "A12345678" } })).status()).toBe(404);
  }
});
