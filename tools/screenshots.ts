// Takes a picture of every state of the public pages, in every width, theme and language, for somebody to look at.
// node tools/ready.mjs screenshots [folder] [state …]
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { Portal } from "#operations/portal.ts";
import { startPortal } from "../e2e/support/portal.ts";
import { publishNews } from "../e2e/support/news.ts";
import { missing } from "../e2e/support/records.ts";
import { chromiumLaunchOptions } from "../test/support/chromium.ts";
import { addRecords } from "./screenshots/records.ts";
import { busyAddress, states } from "./screenshots/states.ts";

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

type Look = { size: (typeof sizes)[number]; theme: string; locale: string };

const looks: Look[] = sizes.flatMap((size) =>
  ["dark", "light"].flatMap((theme) => ["en", "bn"].map((locale) => ({ size, theme, locale }))),
);

const [folder = "screenshots", ...wanted] = process.argv.slice(2);
const chosen = Object.entries(states).filter(([name]) => wanted.length === 0 || wanted.includes(name));

async function prepare(portal: Portal): Promise<void> {
  await addRecords(portal);
  await publishNews(portal);
  const visitor = { address: busyAddress, channel: "web" } as const;
  for (let miss = 0; miss < 30; miss += 1) {
    await askForRecord(portal, { by: "passport", number: missing.passport }, visitor);
  }
}

async function picture(browser: Browser, url: string, [name, state]: (typeof chosen)[number], look: Look) {
  const { size, theme, locale } = look;
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    locale,
    reducedMotion: "reduce",
    // Every picture from an address of its own, but one: no state uses up another's searches.
    extraHTTPHeaders: { "X-Forwarded-For": state.from ?? `2001:db8:${(pictures += 1).toString(16)}::1` },
  });
  try {
    await context.addInitScript((choice) => sessionStorage.setItem("theme", choice), theme);
    const page = await context.newPage();
    await state.enter(page);
    const file = path.join(folder, `${name}-${size.width}-${theme}-${locale}.png`);
    await page.screenshot({ path: file, fullPage: state.windowOnly !== true });
  } finally {
    await context.close();
  }
}

let pictures = 0;
await mkdir(folder, { recursive: true });
await using portal = await startPortal({ prepare });
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  for (const state of chosen) {
    for (const look of looks) await picture(browser, portal.url, state, look);
    console.log(`${state[0]}: ${looks.length} pictures`);
  }
} finally {
  await browser.close();
}
