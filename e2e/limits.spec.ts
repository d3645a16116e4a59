import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { Portal } from "#operations/portal.ts";
import { delays } from "./support/delays.ts";
import type { PortalOptions } from "./support/portal.ts";
import { bare, missing, shown } from "./support/records.ts";
import { expect, test, withoutScripts } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

/** A site on which this many searches from this address have just found nothing. */
const afterMisses = (count: number, address: string): PortalOptions => ({
  prepare: async (portal: Portal) => {
    const visitor = { address, channel: "web" } as const;
    for (let miss = 0; miss < count; miss += 1) {
      await askForRecord(portal, { by: "passport", number: missing.passport }, visitor);
    }
  },
});

const waitFor = async (visitor: Visitor) => {
  const sentence = await visitor.answer.getByText(/again in \d+ seconds/).innerText();
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
    letGo();
    await visitor.readsThatItIsPublished();
    expect(asked).toBe(2);
    await visitor.looksUp(missing.passport);
    await visitor.readsThatNothingWasFound();
  }
});

withoutScripts("a visitor of /Check_Visa waits after many misses", async ({ visitor, page, address, startsPortal }) => {
  const portal = await startsPortal(afterMisses(30, address));
  await visitor.opens(`${portal.url}/Check_Visa`);
  await visitor.looksUp(shown.passport);
  await expect(page.getByRole("heading", { name: "One moment, please" })).toBeFocused();
  await expect(visitor.box).toHaveValue(shown.passport);
  expect(page.url()).toBe(`${portal.url}/Check_Visa`);
  const seconds = await waitFor(visitor);
  expect(seconds).toBe(10);
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("heading", { name: "একটু সময় দিন" })).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Search now" }).click();
  expect(await waitFor(visitor)).toBeLessThanOrEqual(seconds);
  await portal.letTimePass(seconds * 1000);
  await page.getByRole("button", { name: "Search now" }).click();
  await visitor.readsThatItIsPublished();
});

test("a visitor can wait if the script cannot do the proof of work", async ({
  visitor,
  page,
  address,
  startsPortal,
  allowConsoleErrors,
}) => {
  // The browser logs the request that failed.
  allowConsoleErrors(/Failed to load resource/);
  const portal = await startsPortal(afterMisses(30, address));
  await page.route("**/solve-worker-*", (route) => route.abort());
  await page.clock.install();
  await visitor.opens(portal.url);
  await visitor.looksUp(shown.passport);
  await expect(page.getByRole("heading", { name: "One moment, please" })).toBeFocused();
  await visitor.findsNoBarrier();
  const seconds = await waitFor(visitor);
  await expect(page.getByRole("button", { name: "Search now" })).toBeDisabled();
  await page.clock.runFor(seconds * 1000 + 500);
  await portal.letTimePass(seconds * 1000);
  await page.getByRole("button", { name: "Search now" }).click();
  await visitor.readsThatItIsPublished();
});

test("after far too many misses, lookups are refused for a time", async ({
  visitor,
  page,
  request,
  address,
  startsPortal,
}) => {
  const portal = await startsPortal(afterMisses(310, address));
  await visitor.opens(portal.url);
  await visitor.looksUp(shown.passport);
  await expect(visitor.answer.getByRole("heading")).toHaveText("Not searched: too many tries");
  await expect(visitor.answer).toContainText(/Try again in \d+ minutes?, use another connection, or ask Shapla/);
  await expect(visitor.box).toHaveValue(shown.passport);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  const ask = async (number: string) => {
    const answer = await request.post(portal.url, { form: { number } });
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
    return (await answer.text()).replaceAll(number, "number").replaceAll(/<time .*?<\/time>/g, "time");
  };
  expect(await ask(bare.passport)).toBe(await ask(missing.passport));
});
