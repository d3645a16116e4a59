import type { Page } from "@playwright/test";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { startTestProxy } from "./support/test-proxy.ts";
import { onAPhone } from "./support/on-a-phone.ts";
import { Member } from "./support/member.ts";
import { changeSettingsTo, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({
  serviceWorkers: "allow",
  expectedComplaint: /Failed to load resource|ERR_INTERNET_DISCONNECTED|fetching the script/,
});

/** All files in the caches of the site: URL, headers and content. */
const cachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const files = stores.map(async (store) =>
      Promise.all(
        (await store.keys()).map(async (request) => {
          const answer = await store.match(request);
          const bytes = await answer?.bytes();
          const headers = [...(answer?.headers ?? [])].join("\n");
          return { address: request.url, headers, content: new TextDecoder("utf-8").decode(bytes) };
        }),
      ),
    );
    return (await Promise.all(files)).flat();
  });

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Waits until the service worker has filled its cache and controls this page. */
async function isControlled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

/** The states of the font for Latin letters of this page, once they are loaded. A missing file is an error. */
async function loadedFonts(): Promise<string[]> {
  const [family = ""] = getComputedStyle(document.body).fontFamily.split(",");
  return (await document.fonts.load(`18px ${family}`)).map(({ status }) => status);
}

const title = "ইন্টারনেট সংযোগ নেই";

onAPhone(
  "without a connection a page in the site's style says so, and the requested page opens once it is back",
  async ({ visitor, page, context }) => {
    await visitor.opens("/");
    await isControlled(page);
    // From now on the files come from the worker's cache alone.
    await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    await context.setOffline(true);
    await visitor.opens("/Check_Visa");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(page.getByRole("link", { name: "+880 2 0000 0000" })).toHaveAttribute("href", "tel:+880200000000");
    await expect(page.getByRole("contentinfo")).toContainText("RL-0001");
    await visitor.fitsAndHasNoBarrier();
    expect(await page.evaluate(loadedFonts)).toEqual(["loaded"]);
    await context.setOffline(false);
    await page.locator("a.button").click();
    await expect(visitor.box).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/Check_Visa");
  },
);

test("after a whole visit, the caches contain nothing that the visitor saw", async ({ visitor, page, portal }) => {
  await visitor.opens("/");
  await isControlled(page);
  await visitor.seesPages(shown.passport);
  await visitor.answer.locator("a[data-page]").first().click();
  await expect(visitor.viewer).toBeVisible();
  await page.keyboard.press("Escape");
  // Closing the viewer goes back in the history, which would abort a navigation that begins at the same time.
  await expect.poll(() => page.evaluate(() => "page" in (history.state ?? {}))).toBe(false);
  const admin = await Member.joins(portal, page, "admin");
  await admin.signsIn("/account");
  await admin.isSignedIn();
  await page.goto("/dashboard/update");
  await expect(page.getByText(shown.name).first()).toBeVisible();
  await visitor.opens("/Check_Visa");
  await visitor.looksUp(shown.ircc);
  await visitor.readsThatItIsPublished();

  const files = await cachedFiles(page);
  const addresses = files.map(({ address }) => address.replace(portal.url, ""));
  expect(addresses).toContain("/offline?language=en");
  expect(addresses.filter((address) => !/^\/assets\/|^\/offline\?language=en$/.test(address))).toEqual([]);
  const everything = JSON.stringify(files);
  expect(everything).toContain("There is no connection");
  for (const planted of [...Object.values(shown), "Abdul Karim", "Sadia Islam", admin.email, "set-cookie"]) {
    expect(everything.toLowerCase()).not.toContain(planted.toLowerCase());
  }
});

test("a new phone number replaces the old one in the caches; the offline page has the chosen language, and no other path is answered", async ({
  visitor,
  page,
  context,
  portal,
}) => {
  await visitor.opens("/");
  await isControlled(page);
  await page.evaluate(async () => (await caches.open("left over")).put("/old", new Response("old")));
  const { operator } = await currentSettings(portal.office);
  await changeSettingsTo(portal.office, { operator: { ...operator, phone: "+880 2 7777 7777" } });
  await visitor.opens("/report");
  await expect.poll(async () => JSON.stringify(await cachedFiles(page))).toContain("+880 2 7777 7777");
  await expect.poll(() => cacheNames(page)).toHaveLength(1);
  expect(JSON.stringify(await cachedFiles(page))).not.toContain("+880 2 0000 0000");

  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect
    .poll(async () => (await cachedFiles(page)).map(({ address }) => address))
    .toContainEqual(expect.stringMatching(/\/offline\?language=bn$/));
  await expect.poll(() => cacheNames(page)).toHaveLength(1);
  await context.setOffline(true);
  await visitor.opens("/report");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  for (const path of ["/dashboard", "/account", "/login", "/api/docs", "/result/A12345678", "/images/x/480"]) {
    await expect(visitor.opens(path)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  }
});

test("the caches are deleted when the operator turns them off, or when another site has the address", async ({
  page,
  portal,
  context,
}) => {
  await using between = await startTestProxy(portal.url);
  await page.goto(between.url);
  await isControlled(page);
  between.rewriteWorker((script) => script.replace(/^const shell=.*$/m, "const shell=null;"));
  await page.goto(`${between.url}/report`);
  await expect.poll(() => cacheNames(page)).toEqual([]);

  await using gone = await startTestProxy(portal.url);
  await page.goto(gone.url);
  await isControlled(page);
  gone.becomeAnotherSite();
  // As if the visitor came back later: the browser stops a worker that has nothing to do.
  const browser = await context.newCDPSession(page);
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.stopAllWorkers");
  await page.goto(`${gone.url}/report`);
  await expect.poll(() => cacheNames(page)).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
