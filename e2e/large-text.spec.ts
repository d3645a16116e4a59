import { chromium, type Browser, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { chromiumLaunchOptions } from "#test/support/browser/chromium.ts";
import { type Hinting, hintings } from "#test/support/browser/fonts.ts";
import type { StartedPortal } from "./support/portal.ts";
import { changeSettingsTo, missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import { Visitor } from "./support/visitor.ts";

test.use({ viewport: { width: 360, height: 740 } });

const longName = "Mymensingh International Manpower Recruitment Ltd.";

/**
 * Finds content beyond the edge, links and buttons that overlap, and words that are broken across lines. Words that are
 * wider than `widest` may be broken.
 */
const troubles = (page: Page, widest = Infinity) =>
  page.evaluate((widestWord) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} px wide`);
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    // An open menu covers what is below it.
    const within = document.querySelector(":popover-open") ?? document;
    const parts = [...within.querySelectorAll(":is(header, main) :is(a, button)")].filter(
      // Inline elements are left out: their end may be above their beginning.
      (part) => isSeen(part) && getComputedStyle(part).display !== "inline",
    );
    const placed = parts.map((part) => ({ part, box: part.getBoundingClientRect() }));
    for (const [at, one] of placed.entries()) {
      for (const other of placed.slice(at + 1)) {
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
        const boxes = [...range.getClientRects()];
        const length = boxes.reduce((sum, { width }) => sum + width, 0);
        if (length <= widestWord && new Set(boxes.map(({ top }) => top)).size > 1) found.push(`in pieces: ${word}`);
      }
    }
    return found;
  }, widest);

/** Opens the answer for a number. */
async function asks(visitor: Visitor, number: string): Promise<void> {
  await visitor.opens("/Check_Visa");
  await visitor.looksUp(number);
  await visitor.answer.getByRole("heading", { level: 2 }).waitFor();
}

async function takesLongName(portal: StartedPortal): Promise<void> {
  const { operator } = await currentSettings(portal.office);
  expect(longName).toHaveLength(50);
  await changeSettingsTo(portal.office, { operator: { ...operator, name: longName } });
}

test("nothing breaks with letters up to twice as large and an operator name of 50 characters", async ({
  portal,
  visitor,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  await takesLongName(portal);
  const answers = [shown.passport, missing.passport].map((number) => () => asks(visitor, number));
  const pages = "/ /Check_Visa /Work_Permit /login /register /report /check /news /search /about /no/page".split(" ");
  const menu = async () => {
    await visitor.opens("/");
    await page.getByRole("button", { name: "MENU" }).click();
  };
  for (const opens of [...pages.map((path) => () => visitor.opens(path)), menu, ...answers]) {
    await opens();
    for (const percent of [100, 125, 150, 200]) {
      await visitor.enlarges(percent);
      expect.soft(await troubles(page), `${page.url()} at ${percent} %`).toEqual([]);
    }
  }
});

test.describe("in every language", () => {
  const on = { isOn: true, confirmed: "" };
  test.use({ settings: { languages: { hi: on, ur: on, ne: on, ar: on } } });

  /** Finds words below the corner of the sheet, words over a picture, and a box whose example is cut. */
  const covered = (page: Page) =>
    page.evaluate(() => {
      const found: string[] = [];
      const boxesOf = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()];
      };
      const doMeet = (one: DOMRect, other: DOMRect) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const sheet = document.querySelector(".record.sheet");
      const heading = document.querySelector("#answer h2");
      if (sheet && heading) {
        const { left, right, top } = sheet.getBoundingClientRect();
        const side = Number.parseFloat(getComputedStyle(sheet, "::before").width);
        const corner = new DOMRect(getComputedStyle(sheet).direction === "rtl" ? left : right - side, top, side, side);
        if (boxesOf(heading).some((box) => doMeet(box, corner))) found.push("the corner over the heading");
      }
      for (const label of document.querySelectorAll(".page-image .open")) {
        const picture = label.closest("a")?.querySelector(".leaf")?.getBoundingClientRect();
        if (picture && doMeet(label.getBoundingClientRect(), picture))
          found.push(`${label.textContent} over a picture`);
      }
      const box = document.querySelector<HTMLInputElement>("#ircc");
      if (box?.checkVisibility()) {
        box.value = box.placeholder;
        if (box.scrollWidth > box.clientWidth) found.push(`cut: ${box.placeholder}`);
        box.value = "";
      }
      return found;
    });

  test("no corner, label or narrow box stands over words or pictures", async ({ portal, visitor, page }) => {
    for (const language of ["en", "bn", "hi", "ur", "ne", "ar"]) {
      await page.context().addCookies([{ name: "language", value: language, url: portal.url }]);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        await visitor.opens("/");
        await visitor.box.fill(shown.passport);
        await visitor.box.press("Enter");
        await visitor.answer.getByRole("heading", { level: 2 }).waitFor();
        for (const percent of [100, 150, 200]) {
          await visitor.enlarges(percent);
          expect.soft(await covered(page), `${language}, ${width} px, ${percent} %`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 360, height: 740 });
      const choice = page.locator(".languages summary");
      await expect.soft(choice).toHaveAccessibleName(/: /);
      await expect.soft(choice.locator("svg")).toBeVisible();
      expect
        .soft(await choice.evaluate((summary) => getComputedStyle(summary, "::after").borderRightWidth))
        .toBe("2px");
      await page.locator(".menu-button").click();
      const menu = page.locator(".mega-menu");
      await expect(menu).toBeVisible();
      const isWhole = await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
      expect.soft(isWhole, `the menu in ${language}`).toBe(true);
    }
  });
});

/** Counts the runs of inked rows in each line of the block: two for the letter i, its dot and its stem. */
async function inkedParts(block: Locator): Promise<number[]> {
  const { data, info } = await sharp(await block.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const darkest = Array.from({ length: info.height }, (_, row) =>
    Math.min(...data.subarray(row * info.width, (row + 1) * info.width)),
  );
  const lines = await block.evaluate(({ children, offsetTop }: HTMLElement) =>
    [...children].map((line) => (line instanceof HTMLElement ? [line.offsetTop - offsetTop, line.offsetHeight] : [])),
  );
  return lines.map(([top = 0, height = 0]) => {
    const rows = darkest.slice(top, top + height);
    return rows.filter((grey, row) => grey < 128 && (rows[row - 1] ?? 255) >= 128).length;
  });
}

/** Opens a browser whose machine moves letters to whole pixels in this way. */
async function withHinting(hinting: Hinting, work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(await chromiumLaunchOptions(hinting));
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

test.describe("however the machine draws letters", () => {
  test("a first visit, in the letters of the device, breaks nothing", async ({ portal }) => {
    await takesLongName(portal);
    for (const hinting of hintings) {
      await withHinting(hinting, async (browser) => {
        const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 360, height: 740 } });
        await page.route(/\.woff2$/, (route) => route.abort());
        const visitor = new Visitor(page);
        for (const opens of [() => visitor.opens("/"), () => asks(visitor, shown.passport)]) {
          await opens();
          for (const percent of [100, 200]) {
            await visitor.enlarges(percent);
            // Other letters may be so wide that a long word of a heading fits into no line.
            expect.soft(await troubles(page, 240), `${page.url()} at ${percent} %, ${hinting}`).toEqual([]);
          }
        }
      });
    }
  });

  test("in every size and weight, an i differs from an l on a screen with few pixels", async ({ portal }) => {
    const looks = [14, 16, 18, 22, 28, 36].flatMap((size) => [`text-${size} font-semibold`, `text-${size}`]);
    const lines = looks.flatMap((look) => ["i", "l"].map((letter) => ({ look, letter })));
    for (const hinting of hintings) {
      await withHinting(hinting, async (browser) => {
        for (const language of ["en", "bn"]) {
          const page = await browser.newPage({ baseURL: portal.url, deviceScaleFactor: 1, colorScheme: "light" });
          await page.context().addCookies([{ name: "language", value: language, url: portal.url }]);
          // The first visit only stores the font.
          for (const _ of ["first", "second"]) await page.goto("/", { waitUntil: "networkidle" });
          const block = page.locator("main p").first();
          await block.evaluate((paragraph, drawn) => {
            paragraph.replaceChildren(
              ...drawn.map(({ look, letter }) => {
                const line = document.createElement("span");
                line.className = look;
                line.style.display = "block";
                line.textContent = letter.repeat(4);
                return line;
              }),
            );
          }, lines);
          const parts = (await inkedParts(block)).map((count, at) => ({ ...lines[at], count }));
          expect
            .soft(parts, `${language}, ${hinting}`)
            .toEqual(lines.map((line) => ({ ...line, count: line.letter === "i" ? 2 : 1 })));
          await page.close();
        }
      });
    }
  });
});
