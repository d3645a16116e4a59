import { bare, hidden, missing, shown, waiting } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("a passport number brings the record", { tag: "@also-without-javascript" }, async ({ visitor }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await expect(visitor.particular("Candidate name")).toHaveText("Rahima Khatun");
  await expect(visitor.particular("Father’s name")).toHaveText("Abdul Karim");
  await expect(visitor.particular("Permanent address")).toHaveText("House 12, Road 4, Mirpur, Dhaka 1216");
  expect(await visitor.papers()).toEqual([
    "Application form\n1 page",
    "Visa approval letter\n1 page",
    "Work permit certificate\n2 pages",
    "Job offer letter\n1 page",
    "LMIA\n1 page",
  ]);
});

for (const number of [shown.passport, shown.ircc]) {
  test(`Check_Visa takes either number: ${number}`, async ({ visitor }) => {
    await visitor.opens("/Check_Visa");
    await visitor.looksUp(number);
    await visitor.readsThatItIsPublished();
    expect(await visitor.papers()).toEqual([
      "Work permit certificate\n2 pages",
      "Visa paper\n1 page",
      "Application status\n1 page",
      "LMIA certificate\n1 page",
    ]);
  });
}

test(
  "home does not take an IRCC number, but knows one when it sees one",
  { tag: "@also-without-javascript" },
  async ({ visitor, page }) => {
    await visitor.opens("/");
    await visitor.looksUp(shown.ircc);
    await visitor.readsThatNothingWasFound();
    await expect(visitor.answer).toContainText("This looks like an IRCC number from Canada.");
    await page.getByRole("button", { name: "Look for it as an IRCC number" }).click();
    await visitor.readsThatItIsPublished();
    expect(new URL(page.url()).pathname).toBe("/Check_Visa");
  },
);

test("what looks like an IRCC number is told so whether there is such a record or not", async ({ visitor }) => {
  for (const { ircc } of [hidden, waiting, missing]) {
    await visitor.opens("/");
    await visitor.looksUp(ircc);
    await expect(visitor.answer).toContainText("This looks like an IRCC number from Canada.");
  }
});

for (const path of ["/", "/Check_Visa"]) {
  test(`${path} answers hidden, waiting and missing records with the same bytes`, async ({ request }) => {
    // Compressed, the length would say which number was typed: each of them stands in its own page.
    const headers = { "Accept-Encoding": "identity" };
    const answers = [];
    for (const { passport } of [hidden, waiting, missing]) {
      const answer = await request.post(path, { form: { number: passport }, headers });
      const { date: _, ...told } = answer.headers();
      answers.push({ status: answer.status(), headers: told, body: withoutNumber(await answer.text(), passport) });
    }
    const [first, ...others] = answers;
    for (const other of others) expect(other).toEqual(first);
  });
}

/** As typed, and in its groups. */
const withoutNumber = (html: string, number: string) =>
  html.replaceAll(number, "number").replaceAll(/>(?:[A-Z]|\d{4})<\/span>/g, ">group</span>");

test("the box keeps what was typed, the address bar never has it", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp("a 1234-5678");
  await visitor.readsThatItIsPublished();
  await expect(visitor.box).toHaveValue("a 1234-5678");
  expect(page.url()).toMatch(/\/$/);
});

test.describe("spaces alone", () => {
  // The browser logs the status 400.
  test.use({ expectedComplaint: /status of 400/ });

  test("are not a number", { tag: "@also-without-javascript" }, async ({ visitor }) => {
    await visitor.opens("/");
    await visitor.looksUp("   ");
    await expect(visitor.box).toBeFocused();
    await expect(visitor.box).toHaveAccessibleDescription("Type the number first.");
    await expect(visitor.answer).toBeEmpty();
  });
});

test("either number is explained where either is taken", async ({ visitor, page }) => {
  await visitor.opens("/Check_Visa");
  await expect(visitor.box).toHaveAccessibleDescription(/A12345678 from a passport, or W123456789 from IRCC/);
  await expect(page.getByRole("complementary").locator("svg")).toHaveCount(2);
  await visitor.opens("/");
  await expect(page.getByRole("complementary").locator("svg")).toHaveCount(1);
});

test("a record without papers says so", async ({ visitor }) => {
  await visitor.opens("/");
  await visitor.looksUp(bare.passport);
  await visitor.readsThatItIsPublished();
  await expect(visitor.answer).toContainText("This record has no papers to show here.");
});

test("the answer has the focus and the title", { tag: "@also-without-javascript" }, async ({ visitor }) => {
  await visitor.opens("/");
  await visitor.looksUp(missing.passport);
  await expect(visitor.page.getByRole("heading", { name: "No Data Found" })).toBeFocused();
  await expect(visitor.page).toHaveTitle("No Data Found – Shapla Overseas");
});

test("an answer is neither stored nor indexed", async ({ request }) => {
  const answer = await request.post("/", { form: { number: shown.passport } });
  expect(answer.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
});

test("both pages say up to when records were checked", async ({ visitor, page }) => {
  for (const path of ["/", "/Check_Visa"]) {
    await visitor.opens(path);
    await expect(page.getByText("Records checked up to 1 March 2026")).toBeVisible();
  }
});

test("every page says who runs it, and what it is not", async ({ visitor, page }) => {
  await visitor.opens("/");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Shapla Overseas is not a government");
  await expect(footer).toContainText("Licence RL-0001");
  await footer.getByRole("link", { name: "Check Visa Status" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your visa status");
  await page.getByRole("banner").getByRole("link", { name: "Shapla Overseas" }).click();
  await expect(page.getByRole("textbox", { name: "Passport number", exact: true })).toBeVisible();
});
