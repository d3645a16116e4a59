import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumLaunchOptions } from "#test/support/browser/chromium.ts";
import { shown } from "../../e2e/support/records.ts";
import { median } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

declare global {
  /** The layout shift since the page was opened, as browsers count it. */
  var shifted: number;
}

/** A shift right after user input is expected and does not count. */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** A cheap phone with a bad connection has a round trip of 400 ms, and a processor four times slower. */
const line = (kilobits: number) => ({
  offline: false,
  latency: 400,
  downloadThroughput: kilobits * 125,
  uploadThroughput: kilobits * 125,
});
const usual = { ...line(400), slowdown: 4 };
const worst = { ...line(50), slowdown: 4 };
/** A processor alone: the check of a picture needs the line for a few bytes. */
const cheapestPhone = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1, slowdown: 6 };
const rounds = 5;

const phone = (locale: string) => ({ viewport: { width: 360, height: 740 }, locale });

type Site = { url: string; cookie: string; photo: Buffer };

/** Opens pages on a slow line, and checks a photo of a slip on a slow processor. */
export async function slowLine({ url, cookie, photo }: Site): Promise<Row[]> {
  const browser = await chromium.launch(await chromiumLaunchOptions());
  /** Runs each round in a new context, which has an empty cache. */
  async function timed<Seen>(
    options: BrowserContextOptions,
    throttling: typeof usual,
    look: (page: Page) => Promise<Seen>,
  ): Promise<Seen[]> {
    const seen: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using context = await browser.newContext(options);
      seen.push(await look(await slowed(context, throttling)));
    }
    return seen;
  }
  try {
    const rows: Row[] = [];
    for (const [locale, language] of Object.entries({ en: "English", bn: "Bangla" })) {
      const visits = await timed(phone(locale), usual, (page) => visit(page, url));
      const of = (value: keyof (typeof visits)[number]) => median(visits.map((one) => one[value]));
      rows.push(
        atMost(`first visit to a usable search box, slow line, ${language}`, "ms", of("usable"), 1800),
        atMost(`submit to text and placeholders, slow line, ${language}`, "ms", of("answer"), 1200),
        noShift(language, Math.max(...visits.map(({ shift }) => shift))),
      );
    }
    const paints = await timed(phone("bn"), worst, (page) => firstPaint(page, url));
    const office = { extraHTTPHeaders: { Cookie: cookie } };
    const lists = await timed(office, usual, (page) => listReady(page, url));
    const checks = await timed(phone("en"), cheapestPhone, (page) => checkPhoto(page, url, photo));
    return [
      ...rows,
      atMost("first paint at 50 kbit/s, Bangla", "ms", median(paints), 4000),
      atMost("first visit to the list of records, until it answers presses, slow line", "ms", median(lists), 8000),
      atMost("from a photo of a slip to its answer, processor 6 times slower", "ms", median(checks), 2000),
    ];
  } finally {
    await browser.close();
  }
}

const noShift = (language: string, shift: number): Row => ({
  name: `layout shift of both, slow line, ${language}`,
  measured: String(shift),
  floor: "–",
  ratio: shift,
  target: "0",
  met: shift === 0,
});

async function slowed(context: BrowserContext, { slowdown, ...throttling }: typeof usual): Promise<Page> {
  const page = await context.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", throttling);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

async function listReady(page: Page, url: string): Promise<number> {
  const opened = performance.now();
  await page.goto(`${url}/dashboard/update`, { waitUntil: "commit" });
  await page.locator("html[data-hydrated]").waitFor({ timeout: 60_000 });
  return performance.now() - opened;
}

/** Taking the photo lasts longer than loading the scanner. */
async function checkPhoto(page: Page, url: string, photo: Buffer): Promise<number> {
  await page.goto(`${url}/check`, { waitUntil: "load" });
  const scanner = page.waitForResponse(/\.wasm$/);
  const opened = page.waitForEvent("filechooser");
  await page.locator("label", { has: page.locator("#check-file") }).click();
  const chooser = await opened;
  await (await scanner).finished();
  const taken = performance.now();
  await chooser.setFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.locator("#check-answer h2").filter({ hasText: "Signed" }).waitFor();
  return performance.now() - taken;
}

async function firstPaint(page: Page, url: string): Promise<number> {
  const opened = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await painted(page);
  return performance.now() - opened;
}

const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0, null, {
    timeout: 60_000,
  });

async function visit(page: Page, url: string) {
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) globalThis.shifted += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const opened = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  // Waits for the first paint: locating the box before the style has loaded would lay the page out without the style.
  await painted(page);
  await page.locator("#number").fill(shown.passport);
  const usable = performance.now() - opened;
  // A person types for longer than the script takes to load.
  await page.waitForLoadState("load");
  const asked = performance.now();
  await page.keyboard.press("Enter");
  await page.locator("#answer h2").waitFor();
  await page.locator("#answer img.haze").first().waitFor();
  const answer = performance.now() - asked;
  const shift = await page.evaluate(() => globalThis.shifted);
  return { usable, answer, shift };
}
