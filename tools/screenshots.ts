// Takes pictures of the demo: those of README.md and docs/design-language.md, or states of it for a person to look at.
// node tools/ready.mjs screenshots                             the pictures of the documents, into docs/pictures
// node tools/ready.mjs screenshots folder [state …]            every width, theme and language of these states
// node tools/ready.mjs screenshots --of http://localhost:3000 docs/pictures/before
//                                                              the pictures of the documents, of a demo that runs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { demoPassword, demoStaff } from "#demo/demo-staff.ts";
import { chromiumLaunchOptions } from "../test/support/browser/chromium.ts";
import { freePort } from "../test/support/processes/free-port.ts";

const at = (address: string) => async (page: Page) => void (await page.goto(address));

const find = (number: string) => async (page: Page) => {
  await page.goto("/");
  await page.locator("#number").fill(number);
  await page.locator("#lookup-form button:not([type])").click();
  await page.locator("#answer h2").waitFor();
  await page.locator("#answer").evaluate((answer) => answer.scrollIntoView());
};

const openMenu = async (page: Page) => {
  await page.goto("/");
  await page.locator(".menu-button").first().click();
  await page.locator(".subjects li").first().hover();
};

/** Opens the record of this name from a list. */
const open = (list: string, inside: string, name: string) => async (page: Page) => {
  await page.goto(list);
  const link = page.locator(`main a[href^="${inside}"]`, { hasText: name }).first();
  await page.goto((await link.getAttribute("href")) ?? list);
};

const signedIn =
  (state: State): State =>
  async (page) => {
    await page.goto("/login");
    await page.locator("[name=email]").fill(demoStaff.admin.email);
    await page.locator("[name=password]").fill(demoPassword);
    await page.locator("main form .button.primary").first().click();
    await page.waitForURL("**/dashboard");
    await state(page);
  };

const typeInEntry = async (page: Page) => {
  await page.goto("/dashboard/Entry");
  const boxes = page.locator("main form input[type=text], main form input:not([type])");
  for (const [index, text] of ["A45678123", "W123498765", "Rahima Khatun", "Abdul Karim"].entries()) {
    await boxes.nth(index).fill(text);
  }
};

type State = (page: Page) => Promise<void>;

/** Brings an empty page into each state. */
const states: Record<string, State> = {
  home: at("/"),
  menu: openMenu,
  "check-visa": at("/Check_Visa"),
  found: find("A12345678"),
  none: find("Z99999999"),
  report: at("/report"),
  "report-incomplete": async (page) => {
    await page.goto("/report");
    await page.locator("#report-form .button.primary").click();
  },
  check: at("/check"),
  "not-found": at("/nowhere"),
  offline: at("/offline"),
  news: at("/news"),
  "site-search": at("/search?q=office"),
  about: at("/about"),
  login: at("/login"),
  overview: signedIn(at("/dashboard")),
  entry: signedIn(typeInEntry),
  list: signedIn(at("/dashboard/update")),
  record: signedIn(open("/dashboard/update", "/dashboard/records/", "Abdul Jabbar Miah")),
  approval: signedIn(open("/dashboard/Control_Post", "/dashboard/Control_Post/", "Moriom Khatun")),
  import: signedIn(at("/dashboard/import")),
  people: signedIn(at("/dashboard/Admin_Control")),
  history: signedIn(at("/dashboard/History")),
  settings: signedIn(at("/dashboard/Settings")),
};

type Look = { theme: string; locale: string; context: BrowserContextOptions };

const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5 };
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** The pictures of docs/design-language.md. Those with both themes are in README.md, too. */
const ofDocuments: Record<string, { state: string; context: BrowserContextOptions; themes: string[] }> = {
  "home-phone": { state: "home", context: phone, themes: ["dark", "light"] },
  "answer-phone": { state: "found", context: phone, themes: ["dark", "light"] },
  answer: { state: "found", context: desk, themes: ["dark", "light"] },
  "nothing-phone": { state: "none", context: phone, themes: ["dark"] },
  menu: { state: "menu", context: desk, themes: ["light"] },
  "not-found": { state: "not-found", context: desk, themes: ["dark"] },
  overview: { state: "overview", context: desk, themes: ["light"] },
  list: { state: "list", context: desk, themes: ["dark", "light"] },
  entry: { state: "entry", context: desk, themes: ["light"] },
  approval: { state: "approval", context: desk, themes: ["dark", "light"] },
  record: { state: "record", context: desk, themes: ["light"] },
  settings: { state: "settings", context: desk, themes: ["dark"] },
};

const looks: Look[] = [360, 768, 1440].flatMap((width) =>
  ["dark", "light"].flatMap((theme) =>
    ["en", "bn"].map((locale) => ({ theme, locale, context: { viewport: { width, height: 900 } } })),
  ),
);

async function takePicture(
  browser: Browser,
  baseURL: string,
  state: string,
  { theme, locale, context: size }: Look,
  isWhole: boolean,
): Promise<Buffer> {
  await using context = await browser.newContext({ baseURL, locale, reducedMotion: "reduce", ...size });
  await context.addInitScript((choice) => localStorage.setItem("theme", choice), theme);
  const page = await context.newPage();
  // A page may go without its fonts when it is loaded for the first time.
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready);
  await states[state]?.(page);
  for (const image of await page.locator("img.image").all()) {
    // Images load only when they are near the viewport.
    if (isWhole) await image.scrollIntoViewIfNeeded();
    const isShown = await image.evaluate((shown) => shown.getBoundingClientRect().top < innerHeight);
    if (isShown) await image.evaluate((shown: HTMLImageElement) => shown.decode());
  }
  return await page.screenshot({ fullPage: isWhole });
}

const maxBytes = 40_000;

/** Returns the picture as WebP, as good as fits into 40 kB. */
async function small(picture: Buffer, quality = 85): Promise<Buffer> {
  const made = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
  return made.length <= maxBytes ? made : small(picture, quality - 10);
}

async function startDemo() {
  const port = String(await freePort());
  const demo = spawn(process.execPath, ["build/program/main.js", "demo"], {
    env: { ...process.env, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const served = Promise.withResolvers<string>();
  demo.once("exit", () => served.reject(new Error("the demo ended before it served")));
  createInterface(demo.stdout).on("line", (line) => {
    if (line.endsWith("/login")) served.resolve(`http://localhost:${port}`);
  });
  return {
    url: await served.promise,
    [Symbol.asyncDispose]: async () => {
      demo.kill("SIGTERM");
      await once(demo, "exit");
    },
  };
}

const {
  values: { of },
  positionals: [folder, ...wanted],
} = parseArgs({ options: { of: { type: "string" } }, allowPositionals: true });
const areOfDocuments = folder === undefined || of !== undefined;
const target = folder ?? "docs/pictures";
await mkdir(target, { recursive: true });
await using demo = of === undefined ? await startDemo() : { url: of, [Symbol.asyncDispose]: async () => {} };
await using browser = await chromium.launch(await chromiumLaunchOptions());
if (areOfDocuments) {
  for (const [name, { state, context, themes }] of Object.entries(ofDocuments)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const theme of themes) {
      const picture = await takePicture(browser, demo.url, state, { theme, locale: "en", context }, false);
      await writeFile(path.join(target, `${name}-${theme}.webp`), await small(picture));
    }
  }
} else {
  for (const name of Object.keys(states).filter((state) => wanted.length === 0 || wanted.includes(state))) {
    for (const look of looks) {
      const picture = await takePicture(browser, demo.url, name, look, true);
      const file = `${name}-${look.context.viewport?.width}-${look.theme}-${look.locale}.png`;
      await writeFile(path.join(target, file), picture);
    }
    console.log(`${name}: ${looks.length} pictures`);
  }
}
