import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { changeSettingsTo, missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ viewport: { width: 360, height: 740 } });

const longName = "Mymensingh International Manpower Recruitment Ltd.";

/** Enlarges letters, as a setting of the browser does. */
const enlarges = (page: Page, percent: number) =>
  page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);

/** Finds content beyond the edge, links and buttons that overlap, and words that are broken across lines. */
const troubles = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} px wide`);
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const parts = [...document.querySelectorAll("header :is(a, button), main :is(a, button)")].filter(
      // Inline elements are left out: their end may be above their beginning.
      (part) => isSeen(part) && getComputedStyle(part).display !== "inline",
    );
    const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }));
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Lines of running text are close together.
        if (across > 1 && down > 4) found.push(`${one.part.textContent} over ${other.part.textContent}`);
      }
    }
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      if (!text.parentElement || !isSeen(text.parentElement) || text.parentElement.closest(".sr-only")) continue;
      // An email address may be longer than any phone is wide.
      if (text.parentElement.matches("[href^='mailto:']")) continue;
      for (const { 0: word, index } of text.textContent?.matchAll(/\p{L}{2,12}/gu) ?? []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`in pieces: ${word}`);
      }
    }
    return found;
  });

test("nothing breaks with letters up to twice as large and an operator name of 50 characters", async ({
  portal,
  visitor,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const { operator } = await currentSettings(portal.office);
  expect(longName).toHaveLength(50);
  await changeSettingsTo(portal.office, { operator: { ...operator, name: longName } });
  const answers = [shown.passport, missing.passport].map((number) => async () => {
    await visitor.opens("/Check_Visa");
    await visitor.looksUp(number);
    await visitor.answer.getByRole("heading", { level: 2 }).waitFor();
  });
  const pages = "/ /Check_Visa /Work_Permit /login /register /report /check /news /search /about /no/page".split(" ");
  const menu = async () => {
    await visitor.opens("/");
    await page.getByRole("button", { name: "MENU" }).click();
  };
  for (const opens of [...pages.map((path) => () => visitor.opens(path)), menu, ...answers]) {
    await opens();
    for (const percent of [100, 125, 150, 200]) {
      await enlarges(page, percent);
      expect.soft(await troubles(page), `${page.url()} at ${percent} %`).toEqual([]);
    }
  }
});

/** Counts the runs of inked rows in a picture of the letter i: two, the dot and the stem. */
async function inkedParts(letters: Locator): Promise<number> {
  const { data, info } = await sharp(await letters.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const darkest = Array.from({ length: info.height }, (_, row) =>
    Math.min(...data.subarray(row * info.width, (row + 1) * info.width)),
  );
  return darkest.filter((grey, row) => grey < 128 && (darkest[row - 1] ?? 255) >= 128).length;
}

test.describe("on a screen with few pixels", () => {
  test.use({ deviceScaleFactor: 1, colorScheme: "light" });

  test("a bold i keeps its dot apart from its stem", async ({ page }) => {
    // The first visit only stores the font.
    for (const _ of ["first", "second"]) await page.goto("/", { waitUntil: "networkidle" });
    for (const size of ["text-16", "text-18", "text-22", "text-28"]) {
      const letters = page.locator("h1");
      await letters.evaluate((heading, name) => {
        heading.setAttribute("class", name);
        heading.textContent = "iiii";
      }, size);
      expect.soft(await inkedParts(letters), size).toBe(2);
    }
  });
});
