import type { Page, Route } from "@playwright/test";
import { missing, shown } from "../../e2e/support/records.ts";
import { everyDocument, longNames } from "./records.ts";

/** From there so many numbers were searched for in vain that a search has its price. */
export const busyAddress = "2001:db8:77::1";

type State = {
  /** Brings an empty page into the state. */
  enter: (page: Page) => Promise<unknown>;
  from?: typeof busyAddress;
  /** The window alone: what lies over the page is as large as it. */
  windowOnly?: boolean;
};

const answers = (page: Page) => page.locator("#answer h2").waitFor();

async function search(page: Page, number: string, path = "/"): Promise<void> {
  await page.goto(path);
  await page.locator("#number").fill(number);
  await page.locator("#lookup-form button:not([type])").click();
}

async function find(page: Page, number: string, path = "/"): Promise<void> {
  await search(page, number, path);
  await answers(page);
}

async function findWithImages(page: Page, number: string): Promise<void> {
  await find(page, number);
  await bringImages(page);
}

async function openWithImages(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await bringImages(page);
}

/** Images come when they are near; a picture of the whole page wants them all. */
async function bringImages(page: Page): Promise<void> {
  for (const image of await page.locator("img.image").all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element: HTMLImageElement) => element.decode());
  }
}

const lookups = (page: Page, handle: (route: Route) => unknown) =>
  page.route("/", (route) => (route.request().method() === "POST" ? handle(route) : route.continue()));

/** As if a form on another site led here. */
async function bring(page: Page, number: string): Promise<void> {
  await page.goto("/");
  const html = `<form method="post" action="${page.url()}Check_Visa"><input name="number" value="${number}"></form>`;
  const elsewhere = "http://elsewhere.example/";
  await page.route(elsewhere, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(elsewhere);
  await page.evaluate(() => document.forms[0]?.submit());
  await page.locator("#lookup-form").waitFor();
}

export const states: Record<string, State> = {
  home: { enter: (page) => page.goto("/") },
  "check-visa": { enter: (page) => page.goto("/Check_Visa") },
  "work-permit": { enter: (page) => page.goto("/Work_Permit") },
  brought: { enter: (page) => bring(page, shown.passport) },
  offline: { enter: (page) => page.goto("/offline") },
  incomplete: { enter: (page) => search(page, "", "/Check_Visa") },
  busy: {
    async enter(page) {
      await lookups(page, () => undefined);
      await search(page, shown.passport);
    },
  },
  found: { enter: (page) => findWithImages(page, shown.passport) },
  "long-names": { enter: (page) => findWithImages(page, longNames) },
  "every-document": { enter: (page) => findWithImages(page, everyDocument) },
  "name-typed": {
    async enter(page) {
      await page.goto("/Work_Permit");
      await page.locator("input[name=name]").first().fill("Somebody Else");
      await page.locator("#number").fill(shown.passport);
      await page.locator("#lookup-form button:not([type])").click();
      await answers(page);
    },
  },
  none: { enter: (page) => find(page, missing.passport) },
  "perhaps-ircc": { enter: (page) => find(page, missing.ircc) },
  failed: {
    async enter(page) {
      await lookups(page, (route) => route.abort());
      await find(page, shown.passport);
    },
  },
  limited: {
    from: busyAddress,
    async enter(page) {
      // With it, the visitor would not notice.
      await page.route("**/assets/enhance-*.js", (route) => route.abort());
      await find(page, missing.passport);
    },
  },
  waiting: {
    async enter(page) {
      await page.route("**/images/**", () => undefined);
      await find(page, everyDocument);
    },
  },
  expired: {
    async enter(page) {
      await page.route("**/images/**", (route) => route.fulfill({ status: 403 }));
      await find(page, everyDocument);
      for (const image of await page.locator(".page-image").all()) {
        await image.scrollIntoViewIfNeeded();
        await image.locator(".image-problem").waitFor();
      }
    },
  },
  viewer: {
    windowOnly: true,
    async enter(page) {
      await find(page, shown.passport);
      await page.locator("a[data-page]").nth(3).click();
      await page.locator("dialog img").evaluate((image: HTMLImageElement) => image.decode());
    },
  },
  report: { enter: (page) => page.goto("/report") },
  "report-incomplete": {
    async enter(page) {
      await page.goto("/report");
      await page.locator("#report-form .button").click();
    },
  },
  "report-thanks": {
    async enter(page) {
      await page.goto("/report");
      await page.locator("[name=about]").fill(shown.passport);
      await page.locator("[name=message]").fill("The father’s name is spelt differently.");
      // Kept from the queue and from its limit; the page is the same.
      await page.locator("[name=website]").evaluate((field: HTMLInputElement) => (field.value = "x"));
      await page.locator("#report-form .button").click();
      await page.locator("#main strong").waitFor();
    },
  },
  "not-found": { enter: (page) => page.goto("/nowhere") },
  news: { enter: (page) => openWithImages(page, "/news") },
  post: {
    async enter(page) {
      await page.goto("/news");
      const address = await page.locator("#main h2 a").first().getAttribute("href");
      await openWithImages(page, address ?? "");
    },
  },
  about: { enter: (page) => page.goto("/about") },
  privacy: { enter: (page) => page.goto("/privacy") },
  contact: { enter: (page) => page.goto("/contact") },
  "site-search": { enter: (page) => page.goto("/search?q=office") },
  "site-search-none": { enter: (page) => page.goto("/search?q=xylophone") },
  "site-search-number": {
    async enter(page) {
      await page.goto("/search");
      await page.locator("#site-question").fill(missing.passport);
      await page.locator("#site-question").press("Enter");
      await page.locator("main form input[type=hidden]").waitFor({ state: "attached" });
    },
  },
};
