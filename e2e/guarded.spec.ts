import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { settings: { lookupPolicy: "guarded" } } });

for (const path of ["/", "/Work_Permit"]) {
  test(`${path} wants number and name`, async ({ visitor }) => {
    await visitor.opens(path);
    await visitor.looksUp(shown.passport, "khatun, RAHIMA");
    await visitor.readsThatItIsPublished();
    await expect(visitor.answer).not.toContainText("was not compared");
  });

  test(`${path} answers a wrong name like a missing record`, async ({ visitor, page }) => {
    await visitor.opens(path);
    await visitor.looksUp(shown.passport, "Rahima Begum");
    await visitor.readsThatNothingWasFound();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Rahima Begum");
  });
}

test.describe("an empty name", () => {
  // The browser logs the status 400.
  test.use({ expectedComplaint: /status of 400/ });

  test("is asked for in words", async ({ visitor, page }) => {
    await visitor.opens("/");
    await visitor.looksUp(shown.passport, " ");
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Type the name first.");
  });

  test("is asked for after a look-up from the header, too", async ({ visitor, page }) => {
    await visitor.opens("/Work_Permit");
    await page.getByRole("textbox", { name: "IRCC number", exact: true }).fill(shown.ircc);
    await page.getByRole("button", { name: "Look it up" }).click();
    const name = page.getByRole("textbox", { name: "Name" });
    await expect(name).toHaveAccessibleDescription("Type the name first.");
    await expect(visitor.box).toHaveValue(shown.ircc);
    await name.fill(shown.name);
    await page.getByRole("button", { name: "Search" }).click();
    await visitor.readsThatItIsPublished();
  });
});

// Nobody posts anything on this site.
test("while there are no news, the page says so and leads on", async ({ visitor, page }) => {
  await page.goto("/news");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("No news yet");
  await visitor.findsNoBarrier();
  await page.getByRole("main").getByRole("link", { name: "Ask us" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact us");
});
