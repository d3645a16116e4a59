import { missing, shown } from "./support/records.ts";
import { alsoWithoutScripts, expect, test } from "./support/test.ts";

alsoWithoutScripts("a passport number finds the record, and no URL contains the number", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp("a 1234-5678");
  await visitor.readsThatItIsPublished();
  await expect(visitor.box).toHaveValue("a 1234-5678");
  expect(page.url()).toMatch(/\/$/);
  await expect(visitor.particular("Candidate name")).toHaveText("Rahima Khatun");
  await expect(visitor.particular("Father’s name")).toHaveText("Abdul Karim");
  await expect(visitor.particular("Permanent address")).toHaveText("House 12, Road 4, Mirpur, Dhaka 1216");
  expect(await visitor.documents()).toEqual([
    "Application form\n1 of 5 · 1 page",
    "Visa approval letter\n2 of 5 · 1 page",
    "Work permit certificate\n3 of 5 · 2 pages",
    "Job offer letter\n4 of 5 · 1 page",
    "LMIA\n5 of 5 · 1 page",
  ]);
});

test("the home page recognizes IRCC numbers, on record or not", async ({ visitor, page }) => {
  for (const { ircc } of [missing, shown]) {
    await visitor.opens("/");
    await visitor.looksUp(ircc);
    await visitor.readsThatNothingWasFound();
    await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(page).toHaveTitle("No record found – Shapla Overseas");
    await expect(visitor.answer).toContainText("This looks like an IRCC number from Canada.");
  }
  await page.getByRole("button", { name: "Look for it as an IRCC number" }).click();
  await visitor.readsThatItIsPublished();
  expect(new URL(page.url()).pathname).toBe("/Check_Visa");
});
