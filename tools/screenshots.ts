// Takes a screenshot of states of the public pages, in every width, theme and language, for a person to look at.
// node tools/ready.mjs screenshots [folder] [state …]
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startPortal } from "../e2e/support/portal.ts";
import { publishNews } from "../e2e/support/news.ts";
import { bare, missing, shown } from "../e2e/support/records.ts";
import { chromiumLaunchOptions } from "../test/support/browser/chromium.ts";

const at = (address: string) => async (page: Page) => void (await page.goto(address));

const find = (number: string) => async (page: Page) => {
  await page.goto("/");
  await page.locator("#number").fill(number);
  await page.locator("#lookup-form button:not([type])").click();
  await page.locator("#answer h2").waitFor();
};

/** Brings an empty page into each state. */
const states: Record<string, (page: Page) => Promise<void>> = {
  home: at("/"),
  "check-visa": at("/Check_Visa"),
  "work-permit": at("/Work_Permit"),
  found: find(shown.passport),
  "found-bare": find(bare.passport),
  none: find(missing.passport),
  report: at("/report"),
  proof: at("/proof"),
  /** Every answer that is no statement, one below another. */
  "check-problems": async (page) => {
    await page.goto("/check");
    await page.evaluate(() => {
      const problems = document.querySelectorAll<HTMLTemplateElement>("template[id^=check-]:not(#check-camera)");
      const answer = document.querySelector("#check-answer");
      for (const { content } of problems) answer?.append(content.cloneNode(true), document.createElement("hr"));
      for (const host of document.querySelectorAll("#check-answer [data-fill=host]")) host.textContent = "evil.example";
    });
  },
  "report-incomplete": async (page) => {
    await page.goto("/report");
    await page.locator("#report-form .button.primary").click();
  },
  "not-found": at("/nowhere"),
  offline: at("/offline"),
  news: at("/news"),
  "site-search": at("/search?q=office"),
  "site-search-none": at("/search?q=xylophone"),
  about: at("/about"),
  privacy: at("/privacy"),
  contact: at("/contact"),
  login: at("/login"),
};

const looks = [320, 768, 1440].flatMap((width) =>
  ["dark", "light"].flatMap((theme) => ["en", "bn"].map((locale) => ({ width, theme, locale }))),
);

const [folder = "screenshots", ...wanted] = process.argv.slice(2);

async function takePicture(
  browser: Browser,
  baseURL: string,
  name: string,
  { width, theme, locale }: (typeof looks)[0],
) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 900 },
    locale,
    reducedMotion: "reduce",
    // Every picture uses another IP address, so that no state uses up the lookups of another.
    extraHTTPHeaders: { "X-Forwarded-For": `2001:db8:${(pictures += 1).toString(16)}::1` },
  });
  await context.addInitScript((choice) => localStorage.setItem("theme", choice), theme);
  const page = await context.newPage();
  await states[name]?.(page);
  // Images load only when they are near the viewport.
  for (const image of await page.locator("img.image").all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element: HTMLImageElement) => element.decode());
  }
  await page.screenshot({ path: path.join(folder, `${name}-${width}-${theme}-${locale}.png`), fullPage: true });
  await context.close();
}

let pictures = 0;
await mkdir(folder, { recursive: true });
await using portal = await startPortal({ prepare: publishNews });
await using browser = await chromium.launch(await chromiumLaunchOptions());
for (const name of Object.keys(states).filter((state) => wanted.length === 0 || wanted.includes(state))) {
  for (const look of looks) await takePicture(browser, portal.url, name, look);
  console.log(`${name}: ${looks.length} pictures`);
}
