import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "@playwright/test";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { drawDocument } from "#demo/draw-document.ts";
import { inventRecords } from "#demo/invent-candidates.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { uploaded } from "#test/support/documents.ts";
import { Member, waitForHydration } from "./support/member.ts";
import { freshPerson, journeys } from "./support/own-records.ts";
import { particularsOf, shown } from "./support/records.ts";
import { expect, test, withoutScripts } from "./support/test.ts";
import { Visitor } from "./support/visitor.ts";

type Cookies = Parameters<BrowserContext["addCookies"]>[0];
type Loaded = { name: string; type: string; bytes: number };

/** Records what the page asks for from now on; tells the bytes of each response once all have arrived. */
function loadedBy(page: Page): () => Promise<Loaded[]> {
  const all: Request[] = [];
  page.on("request", (request) => all.push(request));
  // Sizes are read while the page is open: a request that ends when the page closes has no sizes.
  const sizeOf = async (request: Request) => ({
    name: new URL(request.url()).pathname,
    type: request.resourceType(),
    bytes: (await request.sizes()).responseBodySize,
  });
  return () => Promise.all(all.map(sizeOf));
}

const bytesIn = (loaded: readonly Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0);

/** Waits until so many pictures of an answer have begun to arrive. A placeholder, which is a data URL, does not count. */
async function showsPictures(page: Page, count: number): Promise<void> {
  const pictures = page.locator(".sheet img.image");
  const begun = () =>
    pictures.evaluateAll(
      (all: HTMLImageElement[]) =>
        all.filter((one) => one.naturalWidth > 0 && one.currentSrc.startsWith(location.origin)).length,
    );
  await expect.poll(begun).toBe(count);
}

/** A new window of a visitor who comes for the first time. */
async function firstVisit(
  browser: Browser,
  baseURL: string,
  cookies: Cookies = [],
  wishes: BrowserContextOptions = {},
) {
  const page = await browser.newPage({ baseURL, ...wishes });
  await page.context().addCookies(cookies);
  return { page, visitor: new Visitor(page), loaded: loadedBy(page), [Symbol.asyncDispose]: () => page.close() };
}

test("public pages load no framework, at most 15 kB of script, 20 kB of style and 90 kB in Bangla; staff pages 180 kB", async ({
  browser,
  portal,
}) => {
  // Each other public page loads what one of these loads.
  for (const path of ["/", "/login", "/check"]) {
    await using visit = await firstVisit(browser, portal.url);
    await visit.page.goto(path, { waitUntil: "networkidle" });
    if (path === "/") {
      await visit.visitor.looksUp(shown.passport);
      await visit.visitor.readsThatItIsPublished();
    }
    const all = await visit.loaded();
    for (const [kind, most] of [
      ["script", 15_000],
      ["stylesheet", 20_000],
    ] as const) {
      const bytes = bytesIn(all.filter(({ type }) => type === kind));
      expect(bytes, `${kind} of ${path}`).toBeLessThanOrEqual(most);
      expect(bytes).toBeGreaterThan(0);
    }
    expect(all.map(({ name }) => name)).not.toContainEqual(expect.stringContaining("entry.client"));
    expect(await visit.page.content()).not.toContain("__reactRouter");
  }

  await using inBangla = await firstVisit(browser, portal.url, [{ name: "language", value: "bn", url: portal.url }]);
  await inBangla.page.goto("/", { waitUntil: "networkidle" });
  const bytes = bytesIn(await inBangla.loaded());
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThanOrEqual(90_000);

  await using atDesk = await firstVisit(browser, portal.url);
  const admin = await Member.signedIn(portal, atDesk.page, "admin");
  await admin.opens("/dashboard");
  await expect(admin.page.getByRole("main")).toHaveAttribute("aria-busy", "false");
  await admin.page.waitForLoadState("networkidle");
  const scripts = (await atDesk.loaded()).filter(({ type }) => type === "script");
  expect(scripts.map(({ name }) => name)).toContainEqual(expect.stringContaining("entry.client"));
  expect(bytesIn(scripts)).toBeLessThanOrEqual(180_000);
});

test("on a phone, an answer has at most 3,000 px, a miss 2,200, in Bangla too; the box stands on the first 360; an answer loads at most 90 kB in 12 requests", async ({
  browser,
  portal,
}) => {
  await using visit = await firstVisit(browser, portal.url);
  const { page, visitor } = visit;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/", { waitUntil: "networkidle" });
  const lowest = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  expect(await lowest("#number")).toBeLessThanOrEqual(360);
  const before = await visit.loaded();
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await showsPictures(page, 3);
  const all = await visit.loaded();
  const ofAnswer = all.slice(before.length);
  expect(ofAnswer.map(({ name }) => name)).toContain("/");
  expect(ofAnswer.map(({ type }) => type)).not.toContain("font");
  expect(ofAnswer.length).toBeLessThanOrEqual(12);
  expect(bytesIn(ofAnswer)).toBeLessThanOrEqual(90_000);
  expect(bytesIn(all)).toBeLessThanOrEqual(140_000);
  const words = await page.locator("body").innerText();
  expect(words.split(/\s+/).length).toBeLessThanOrEqual(450);
  await expect(page.locator(".tiles")).toBeHidden();
  expect(await lowest("footer")).toBeLessThanOrEqual(3000);
  await visitor.looksUp("Z99999999");
  await visitor.readsThatNothingWasFound();
  await expect(page.locator(".tiles")).toBeHidden();
  expect(await lowest("footer")).toBeLessThanOrEqual(2200);
  await page.goBack();
  await expect(page.locator(".tiles")).toBeVisible();

  await page.getByRole("button", { name: "বাংলা" }).click();
  for (const [number, sheet, mostPixels] of [
    [shown.passport, ".record.sheet", 3000],
    ["Z99999999", ".record.nothing", 2200],
  ] as const) {
    await visitor.box.fill(number);
    await visitor.box.press("Enter");
    await expect(page.locator(sheet)).toBeVisible();
    expect(await lowest("footer"), number).toBeLessThanOrEqual(mostPixels);
    expect(await page.locator(sheet).evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(1900);
  }
});

test("in Bangla on a wide screen, the first page and an answer with real papers load 140 kB at most, and pictures of the three papers that show", async ({
  browser,
  portal,
}) => {
  const [invented] = inventRecords({ seed: 7, count: 1 });
  if (!invented) throw new Error("nobody was invented");
  const images: Partial<Record<DocumentKind, string>> = {};
  for (const kind of ["photo", "application", "visaApproval", "workPermit", "jobOffer"] as const)
    images[kind] = await uploaded(portal.office, journeys, Buffer.from(await drawDocument(kind, invented, 1)));
  const person = freshPerson();
  await addRecord(portal.office, journeys, { particulars: particularsOf(person), images });
  const wide = { viewport: { width: 1280, height: 800 } };
  const language = [{ name: "language", value: "bn", url: portal.url }];
  await using visit = await firstVisit(browser, portal.url, language, wide);
  await visit.page.goto("/", { waitUntil: "networkidle" });
  await visit.visitor.box.fill(person.passport);
  await visit.visitor.box.press("Enter");
  await showsPictures(visit.page, 4);
  const all = await visit.loaded();
  const pictures = all.filter(({ type }) => type === "image");
  expect(pictures).toHaveLength(4);
  expect(bytesIn(pictures)).toBeGreaterThan(30_000);
  expect(bytesIn(all)).toBeLessThanOrEqual(140_000);
});

withoutScripts(
  "on a phone, an answer loads at most 90 kB in 12 requests, with pictures of the papers that stand first",
  async ({ browser, portal }) => {
    const onAPhone = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
    await using visit = await firstVisit(browser, portal.url, [], onAPhone);
    const { page, visitor } = visit;
    await page.goto("/", { waitUntil: "networkidle" });
    const before = await visit.loaded();
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    await showsPictures(page, 4);
    const ofAnswer = (await visit.loaded()).slice(before.length);
    const pictures = ofAnswer.filter(({ type }) => type === "image");
    // The photo, and three papers.
    expect(pictures).toHaveLength(4);
    expect(ofAnswer.length).toBeLessThanOrEqual(12);
    expect(bytesIn(ofAnswer)).toBeLessThanOrEqual(90_000);
  },
);

test("an injected script does not run; staff pages show only images of this site, and no text becomes HTML or a script", async ({
  visitor,
  page,
  portal,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Content Security Policy|Trusted(HTML|Script)/);
  await visitor.opens("/");
  const refused = page.waitForEvent("console", (message) =>
    /Content Security Policy|TrustedScript/.test(message.text()),
  );
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.append("document.title = 'it ran'");
    document.head.append(script);
  });
  await refused;
  expect(await page.title()).not.toBe("it ran");

  await Member.signedIn(portal, page, "admin");
  const picture = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>";
  await page.route("https://elsewhere.example/*", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: picture }),
  );
  const policy = (await page.goto("/dashboard"))?.headers()["content-security-policy"];
  expect(policy).toContain("img-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  // The scripts of the page make the policy that admits their own addresses.
  await waitForHydration(page);
  const outcomes = await page.evaluate(async () => {
    const tried = (work: () => void) => {
      try {
        work();
        return "done";
      } catch {
        return "refused";
      }
    };
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.addEventListener("load", () => resolve("done"));
      image.addEventListener("error", () => resolve("refused"));
    });
    image.src = "https://elsewhere.example/a.svg";
    const [part, script] = [document.createElement("p"), document.createElement("script")];
    return [
      await loaded,
      tried(() => (part.innerHTML = "<b>text</b>")),
      tried(() => (script.src = "https://elsewhere.example/a.js")),
      tried(() => (script.text = "0")),
      tried(() => (script.src = "/assets/a.js")),
    ];
  });
  expect(outcomes).toEqual(["refused", "refused", "refused", "refused", "done"]);
});
