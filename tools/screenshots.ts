// Takes pictures of the demo: those of README.md, docs/design-language.md and docs/office, or pages of it for a person to look at.
// node tools/ready.mjs screenshots                     the pictures of the documents, into docs/pictures
// node tools/ready.mjs screenshots folder / answer …   these addresses and pictures in every width, theme and language
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { chromiumLaunchOptions } from "../test/support/browser/chromium.ts";
import { freePort } from "../test/support/processes/free-port.ts";
import { type OfficeLanguage, takeOwnPictures } from "./screenshots/own-pictures.ts";

/** Brings an empty page into a state. */
type State = (page: Page) => Promise<void>;

const at =
  (address: string): State =>
  async (page) => {
    if (address.startsWith("/dashboard")) await signIn(page);
    await page.goto(address);
  };

async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.locator("[data-demo] button").first().click();
  await page.waitForURL("**/dashboard");
}

const find =
  (number: string): State =>
  async (page) => {
    await page.goto("/");
    await page.locator("#number").fill(number);
    await page.locator("#lookup-form button:not([type])").click();
    await page.locator("#answer h2").waitFor();
    await page.locator("#answer").evaluate((answer) => answer.scrollIntoView());
  };

const openMenu: State = async (page) => {
  await page.goto("/");
  await page.locator(".menu-button").click();
  await page.locator(".subjects li").first().hover();
};

/** Opens the record of this name from a list. */
const open =
  (list: string, inside: string, name: string): State =>
  async (page) => {
    await at(list)(page);
    const link = page.locator(`main a[href^="${inside}"]`, { hasText: name }).first();
    await page.goto((await link.getAttribute("href")) ?? list);
  };

const typeInEntry: State = async (page) => {
  await at("/dashboard/Entry")(page);
  const boxes = page.locator("main form input[type=text], main form input:not([type])");
  for (const [index, text] of ["A45678123", "W123498765", "Rahima Khatun", "Abdul Karim"].entries()) {
    await boxes.nth(index).fill(text);
  }
};

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5 };
const desk = { viewport: { width: 1440, height: 900 } };

type Picture = { state: State; size: BrowserContextOptions; themes: string[] };

/** The pictures of docs/design-language.md. Those in both themes are in README.md, too. */
const pictures: Record<string, Picture> = {
  "home-phone": { state: at("/"), size: phone, themes: ["dark", "light"] },
  "answer-phone": { state: find("A12345678"), size: phone, themes: ["dark", "light"] },
  answer: { state: find("A12345678"), size: desk, themes: ["dark", "light"] },
  "nothing-phone": { state: find("Z99999999"), size: phone, themes: ["dark"] },
  menu: { state: openMenu, size: desk, themes: ["light"] },
  "not-found": { state: at("/nowhere"), size: desk, themes: ["dark"] },
  overview: { state: at("/dashboard"), size: desk, themes: ["light"] },
  list: { state: at("/dashboard/update"), size: desk, themes: ["dark", "light"] },
  entry: { state: typeInEntry, size: desk, themes: ["light"] },
  approval: {
    state: open("/dashboard/Control_Post", "/dashboard/Control_Post/", "Mst. Ayesha Sultana"),
    size: desk,
    themes: ["dark", "light"],
  },
  record: {
    state: open("/dashboard/update", "/dashboard/records/", "Abdul Jabbar Miah"),
    size: desk,
    themes: ["light"],
  },
  settings: { state: at("/dashboard/Settings"), size: desk, themes: ["dark"] },
};

/** The pictures of docs/design-language.md of the agency that began with the set for the Gulf. */
const picturesOfGulf: Record<string, Picture> = {
  "gulf-answer": { state: find("PA1234567"), size: desk, themes: ["light"] },
  "gulf-answer-bn": { state: find("PA1234567"), size: { ...phone, locale: "bn" }, themes: ["dark"] },
  "gulf-list": { state: at("/dashboard/update"), size: desk, themes: ["light"] },
};

async function takePicture(state: State, theme: string, options: BrowserContextOptions, fullPage: boolean) {
  await using context = await newContext(theme, options);
  const page = await context.newPage();
  await state(page);
  return await pictureOf(page, fullPage);
}

async function newContext(theme: string, options: BrowserContextOptions) {
  const context = await browser.newContext({
    baseURL: demo.url,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  await context.addInitScript((choice) => localStorage.setItem("theme", choice), theme);
  // A page may go without its fonts. Its pictures may not.
  await context.route("**/*.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("optional", "block") });
  });
  return context;
}

async function pictureOf(page: Page, fullPage: boolean): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  // Images load only when they are near the viewport.
  for (const image of await page.locator("img.image").all()) {
    await image.evaluate((shown: HTMLImageElement) => ((shown.loading = "eager"), shown.decode()));
  }
  return await page.screenshot({ fullPage });
}

/** The pictures of a walk, which need each other. */
async function ownPictures(language: OfficeLanguage): Promise<void> {
  await using ofStaff = await newContext("light", { locale: language });
  await using ofVisitor = await newContext("light", { locale: language, ...phone });
  const [staff, visitor] = [await ofStaff.newPage(), await ofVisitor.newPage()];
  await signIn(staff);
  const take = async (name: string, page: Page) =>
    writeFile(path.join(folder, `${name}-${language}.webp`), await small(await pictureOf(page, false), 75, 26_000));
  await takeOwnPictures({ language, staff, visitor, find, take });
}

/** Returns the picture as WebP, as good as fits into so many bytes. */
async function small(picture: Buffer, quality = 85, most = 40_000): Promise<Buffer> {
  const made = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
  return made.length <= most ? made : small(picture, quality - 10, most);
}

async function takePictures(taken: Record<string, Picture>, baseURL: string): Promise<void> {
  for (const [name, { state, size, themes }] of Object.entries(taken)) {
    for (const theme of themes) {
      const file = path.join(folder, `${name}-${theme}.webp`);
      await writeFile(file, await small(await takePicture(state, theme, { ...size, baseURL }, false)));
    }
  }
}

async function startDemo(set = "as-specified") {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["build/program/main.js", "demo", "--set", set], {
    env: { ...process.env, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const served = Promise.withResolvers<string>();
  child.once("exit", () => served.reject(new Error("the demo ended before it served")));
  // A new demo is served before it has all its candidates.
  let isNew = false;
  createInterface(child.stdout).on("line", (line) => {
    isNew ||= line.startsWith("Inventing ");
    if (line.startsWith(isNew ? "All " : "  Staff ")) served.resolve(`http://localhost:${port}`);
  });
  return { url: await served.promise, [Symbol.asyncDispose]: async () => void (child.kill() && (await exited)) };
}

const [folder = "docs/pictures", ...wanted] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await using demo = await startDemo();
await using browser = await chromium.launch(await chromiumLaunchOptions());
if (wanted.length === 0) {
  await takePictures(pictures, demo.url);
  await using gulf = await startDemo("gulf");
  await takePictures(picturesOfGulf, gulf.url);
  // Last, because they add to the demo.
  for (const language of ["en", "bn"] as const) await ownPictures(language);
}
for (const name of wanted) {
  const state = pictures[name]?.state ?? at(name);
  for (const width of [360, 768, 1440]) {
    for (const theme of ["dark", "light"]) {
      for (const locale of ["en", "bn"]) {
        const picture = await takePicture(state, theme, { viewport: { width, height: 900 }, locale }, true);
        await writeFile(path.join(folder, `${name.replaceAll("/", "_")}-${width}-${theme}-${locale}.png`), picture);
      }
    }
  }
}
