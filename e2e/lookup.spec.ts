import { numberGroups } from "#core/records/numbers.ts";
import { hidden, missing, shown, waiting } from "./support/records.ts";
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
    "Application form\n1 page",
    "Visa approval letter\n1 page",
    "Work permit certificate\n2 pages",
    "Job offer letter\n1 page",
    "LMIA\n1 page",
  ]);
});

test("Check_Visa accepts either number, and shows up to when records were checked", async ({ visitor, page }) => {
  for (const number of [shown.passport, shown.ircc]) {
    await visitor.opens("/Check_Visa");
    await expect(page.getByText("Records checked up to 1 March 2026")).toBeVisible();
    await expect(visitor.box).toHaveAccessibleDescription(/A12345678 from a passport, or W123456789 from IRCC/);
    await expect(page.getByRole("complementary").locator("svg")).toHaveCount(2);
    await visitor.looksUp(number);
    await visitor.readsThatItIsPublished();
    expect(await visitor.documents()).toEqual([
      "Work permit certificate\n2 pages",
      "Job offer letter\n1 page",
      "Application form\n1 page",
      "LMIA\n1 page",
    ]);
  }
});

alsoWithoutScripts("the home page recognizes IRCC numbers, on record or not", async ({ visitor, page }) => {
  for (const { ircc } of [hidden, waiting, missing, shown]) {
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

for (const path of ["/", "/Check_Visa"]) {
  test(`${path} answers hidden, waiting and missing records with the same bytes`, async ({ request }) => {
    // Compressed, the length of an answer would depend on the typed number, which each page contains.
    const headers = { "Accept-Encoding": "identity" };
    const answers = [];
    for (const { passport } of [hidden, waiting, missing]) {
      const answer = await request.post(path, { form: { number: passport }, headers });
      const { date: _date, "x-request-id": _id, ...others } = answer.headers();
      expect(others).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      answers.push({ status: answer.status(), headers: others, body: withoutNumber(await answer.text(), passport) });
    }
    const [first, ...others] = answers;
    for (const other of others) expect(other).toEqual(first);
  });
}

/** Removes the number, as typed and in groups, and the time of the answer. */
const withoutNumber = (html: string, number: string) =>
  html
    .replaceAll(number, "number")
    .replaceAll(numberGroups(number).join("\u00A0"), "groups")
    .replaceAll(/<time .*?<\/time>/g, "time");
