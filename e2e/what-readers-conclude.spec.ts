import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { laterDay } from "#core/office-clock.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { markFalseNumber } from "#operations/reports/false-numbers.ts";
import { noParticulars } from "#core/records/record-details.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { commandLine } from "#test/support/accounts/people.ts";
import { uploaded } from "#test/support/documents.ts";
import { addTestRecord } from "#test/support/records.ts";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import type { StartedPortal } from "./support/portal.ts";
import { signedLink } from "./support/slips.ts";
import type { Visitor } from "./support/visitor.ts";

type Given = { page: Page; visitor: Visitor; portal: StartedPortal };

const looksUp = async ({ visitor }: Given, number: string) => {
  await visitor.opens("/");
  await visitor.looksUp(number);
};

/** Makes each situation of the table, and ends where the answer appears. */
const situations: Record<string, (given: Given) => Promise<unknown>> = {
  "a genuine paper": (given) => looksUp(given, shown.passport),

  "the visa has ended": async (given) => {
    const images = { visaPaper: await uploaded(given.portal.office, commandLine) };
    const lastDays = { visaPaper: "2026-01-31" };
    const { passportNumber } = await addTestRecord(given.portal.office, commandLine, { images, lastDays });
    await looksUp(given, passportNumber);
  },

  "the paper shows another face": (given) => looksUp(given, shown.passport),

  "the paper has another name": (given) => looksUp(given, shown.passport),

  "the number is the second one of the paper": (given) => looksUp(given, shown.ircc),

  "a share code in the box for a number": (given) => looksUp(given, "K7P-M2Q-9XR"),

  "a messenger changed the file": async ({ visitor, page }) => {
    await visitor.opensForSheet("/");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    const file = await page.request.get(
      (await visitor.answer.locator("[data-kind=lmia] a").first().getAttribute("href")) ?? "",
    );
    const resent = await sharp(await file.body())
      .jpeg({ quality: 60 })
      .toBuffer();
    await page.locator("[data-compare] summary").click();
    await page
      .locator("[data-compare] input")
      .setInputFiles({ name: "resent.jpg", mimeType: "image/jpeg", buffer: resent });
    await expect(page.locator("[data-compare] [role=status]")).not.toBeEmpty();
  },

  "a false paper": (given) => looksUp(given, missing.passport),

  "false papers bear the number": async (given) => {
    const { office } = given.portal;
    const { passportNumber: number } = await addTestRecord(office, commandLine);
    const until = laterDay(officeToday(office), 30);
    await markFalseNumber(office, commandLine, { number, reason: "Three false visas", until });
    // The process of the site reads the marks each second.
    await expect(async () => {
      await looksUp(given, number);
      await expect(given.page).toHaveTitle(/False papers/, { timeout: 500 });
    }).toPass();
  },

  "nothing is found for the third time": async (given) => {
    for (const number of ["Z99999991", "Z99999992", "Z99999993"]) {
      await looksUp(given, number);
      await given.visitor.readsThatNothingWasFound();
    }
  },

  "a slip of a record that was changed": async ({ page, portal }) => {
    const { id, ...record } = await addTestRecord(portal.office, commandLine);
    const { content } = (await statementOf(portal.office, id)) ?? {};
    const { list = 0, place = 0 } = content ?? {};
    const link = await signedLink(portal, { list, place });
    const particulars = { ...noParticulars, ...record, name: "Somebody Else" };
    await updateRecord(portal.office, commandLine, { id }, { particulars, images: {} });
    await page.goto(link);
  },

  "the site cannot search": async ({ visitor, page }) => {
    await visitor.opens("/");
    await page.route("/", (route) => route.fulfill({ status: 503, body: "" }));
    await visitor.looksUp(shown.passport);
  },
};

test.use({ viewport: { width: 360, height: 740 }, expectedComplaint: /503|404/ });

/** What a screen reader says of the answer: what has the focus, or what a live region was given. */
const announced = (page: Page) =>
  page.evaluate(() =>
    [document.activeElement, ...document.querySelectorAll("[role=status]")]
      .map((one) => one?.textContent ?? "")
      .join(" ")
      .replaceAll(/\s+/g, " "),
  );

/** The words that are on the screen now. */
const wordsOnScreen = async (page: Page) =>
  page.evaluate(() => {
    const words: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { top, bottom, width } = range.getBoundingClientRect();
      const isSeen = text.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (isSeen && width > 1 && top >= 0 && bottom <= innerHeight) words.push(text.textContent ?? "");
    }
    return words.join(" ").replaceAll(/\s+/g, " ");
  });

const table = readFileSync(new URL("../docs/what-readers-conclude.md", import.meta.url), "utf8");
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the table has a row for each situation", () => {
  expect(rows.map(([, situation]) => situation)).toEqual(Object.keys(situations));
});

for (const [, situation = "", , says = "", heard = ""] of rows) {
  test(`${situation}: the first screen of a phone says what its reader must know`, async ({
    page,
    visitor,
    portal,
  }) => {
    await situations[situation]?.({ page, visitor, portal });
    await expect.poll(() => announced(page)).toContain(heard);
    for (const words of says.split(" · ")) await expect.poll(() => wordsOnScreen(page)).toContain(words);
  });
}
