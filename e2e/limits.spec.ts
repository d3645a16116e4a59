import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { delays } from "./support/delays.ts";
import type { PortalOptions } from "./support/portal.ts";
import { bare, missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import { Visitor } from "./support/visitor.ts";

/** A site on which these addresses have just searched this often and found nothing. */
const afterMisses = (counts: Readonly<Record<string, number>>): PortalOptions => ({
  prepare: async (portal: Portal) => {
    for (const [address, count] of Object.entries(counts)) {
      const visitor = { address, channel: "web" } as const;
      for (let miss = 0; miss < count; miss += 1) {
        await askForRecord(portal, { by: "passport", number: missing.passport }, visitor);
      }
    }
  },
});

/** How long a visitor has to wait then. */
const seconds = 10;

const waitFor = async (visitor: Visitor) => {
  const sentence = await visitor.answer.getByText(/search again in \d+/).innerText();
  return Number(/\d+/.exec(sentence)?.[0]);
};

test("after many misses the script does the proof of work, and the visitor only searches", async ({
  visitor,
  page,
  request,
}) => {
  for (let miss = 0; miss < 30; miss += 1) await request.post("/", { form: { number: missing.passport } });
  let asked = 0;
  page.on("request", (sent) => (asked += sent.method() === "POST" ? 1 : 0));
  const loaded: string[] = [];
  page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  for (const [path, solvers] of [
    ["/", 0],
    ["/Check_Visa", 1],
  ] as const) {
    asked = 0;
    // Delays the request that follows the proof, until the test has seen the message.
    const letGo = await delays(page, path, { only: (sent) => sent.method() === "POST" && asked === 2 });
    await visitor.opens(path);
    expect(loaded.filter((file) => file.includes("solve")).length > 0).toBe(solvers > 0);
    await visitor.looksUp(shown.passport);
    await expect(visitor.answer).toHaveText("Searching the records…");
    await letGo();
    await visitor.readsThatItIsPublished();
    expect(asked).toBe(2);
    // A receipt is a lookup too. The answer stays while the work for it is done.
    const downloading = page.waitForEvent("download");
    await visitor.answer.getByRole("button", { name: "Keep a receipt of this answer" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/);
    await visitor.readsThatItIsPublished();
    expect(asked).toBe(4);
    await visitor.looksUp(missing.passport);
    await visitor.readsThatNothingWasFound();
  }
});

test("a visitor waits if the script cannot do the proof of work, also without JavaScript; after far too many misses, lookups are refused", async ({
  visitor,
  page,
  browser,
  request,
  address,
  startsPortal,
  allowConsoleErrors,
}) => {
  // The browser logs the request that failed.
  allowConsoleErrors(/Failed to load resource/);
  const [withoutScripts, tooMany] = ["2001:db8:1:1::1", "2001:db8:2:1::1"];
  const portal = await startsPortal(afterMisses({ [address]: 30, [withoutScripts]: 30, [tooMany]: 310 }));
  await page.route("**/solve-worker-*", (route) => route.abort());
  await page.clock.install();
  await visitor.opens(portal.url);
  // The wait ends by the clock of the page, which stands still while it is looked at.
  await page.clock.pauseAt(Date.now() + 60_000);
  await visitor.looksUp(shown.passport);
  await expect(page.getByRole("heading", { name: "One moment, please" })).toBeFocused();
  expect(await waitFor(visitor)).toBe(seconds);
  await expect(page.getByRole("button", { name: "Search now" })).toBeDisabled();

  const extraHTTPHeaders = { "X-Forwarded-For": withoutScripts };
  const plain = new Visitor(await browser.newPage({ javaScriptEnabled: false, extraHTTPHeaders }));
  await plain.opens(`${portal.url}/Check_Visa`);
  await plain.looksUp(shown.passport);
  await expect(plain.page.getByRole("heading", { name: "One moment, please" })).toBeFocused();
  await expect(plain.box).toHaveValue(shown.passport);
  expect(plain.page.url()).toBe(`${portal.url}/Check_Visa`);
  expect(await waitFor(plain)).toBe(seconds);
  await plain.page.getByRole("button", { name: "বাংলা" }).click();
  await expect(plain.page.getByRole("heading", { name: "একটু সময় দিন" })).toBeVisible();
  await plain.page.getByRole("button", { name: "English" }).click();
  await plain.page.getByRole("button", { name: "Search now" }).click();
  expect(await waitFor(plain)).toBeLessThanOrEqual(seconds);

  await page.clock.runFor(seconds * 1000 + 500);
  await page.clock.resume();
  await visitor.findsNoBarrier();
  await portal.letTimePass(seconds * 1000);
  for (const { page: waited } of [visitor, plain]) await waited.getByRole("button", { name: "Search now" }).click();
  await visitor.readsThatItIsPublished();
  await plain.readsThatItIsPublished();
  await plain.page.context().close();

  await page.setExtraHTTPHeaders({ "X-Forwarded-For": tooMany });
  await visitor.opens(portal.url);
  await visitor.looksUp(shown.passport);
  await expect(visitor.answer.getByRole("heading")).toHaveText("Not searched: too many tries");
  await expect(visitor.answer).toContainText(/Try again in \d+ minutes?, use another connection, or ask Shapla/);
  await expect(visitor.box).toHaveValue(shown.passport);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  const ask = async (number: string) => {
    const answer = await request.post(portal.url, { form: { number }, headers: { "X-Forwarded-For": tooMany } });
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
    return (await answer.text()).replaceAll(number, "number").replaceAll(/<time .*?<\/time>/g, "time");
  };
  expect(await ask(bare.passport)).toBe(await ask(missing.passport));
});
