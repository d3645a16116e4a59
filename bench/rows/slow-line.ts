import { type BrowserContext, chromium, type Page } from "playwright-core";
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

/** 400 kbit/s, a round trip of 400 ms, a processor four times slower: a cheap phone with a bad connection. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const processorSlowdown = 4;
const rounds = 5;

export async function slowLine({ url, cookie }: { url: string; cookie: string }): Promise<Row[]> {
  const browser = await chromium.launch(await chromiumLaunchOptions());
  try {
    const visits = [];
    const lists: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A new context has an empty cache.
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
      visits.push(await visit(await slowed(context), url));
      await context.close();
      const office = await browser.newContext({ extraHTTPHeaders: { Cookie: cookie } });
      lists.push(await listReady(await slowed(office), url));
      await office.close();
    }
    return [
      atMost("first visit to a usable search box, slow line", "ms", median(visits.map(({ usable }) => usable)), 3000),
      atMost("submit to text and placeholders, slow line", "ms", median(visits.map(({ answer }) => answer)), 2000),
      atMost("first visit to the list of records, until it answers presses, slow line", "ms", median(lists), 8000),
      noShift(Math.max(...visits.map(({ shift }) => shift))),
    ];
  } finally {
    await browser.close();
  }
}

const noShift = (shift: number): Row => ({
  name: "layout shift of both, slow line",
  measured: String(shift),
  floor: "–",
  ratio: shift,
  target: "0",
  met: shift === 0,
});

async function slowed(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
  return page;
}

async function listReady(page: Page, url: string): Promise<number> {
  const opened = performance.now();
  await page.goto(`${url}/dashboard/update`, { waitUntil: "commit" });
  await page.locator("html[data-hydrated]").waitFor({ timeout: 60_000 });
  return performance.now() - opened;
}

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
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.getByRole("textbox", { name: "Passport number" }).fill(shown.passport);
  const usable = performance.now() - opened;
  // A person types for longer than the script takes to load.
  await page.waitForLoadState("load");
  const asked = performance.now();
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator("#answer h2").waitFor();
  await page.locator("#answer img.haze").first().waitFor();
  const answer = performance.now() - asked;
  const shift = await page.evaluate(() => globalThis.shifted);
  return { usable, answer, shift };
}
