import { randomInt } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { seededRandom } from "#demo/random.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { readPageDrafts } from "#operations/drafts/page-drafts.ts";
import { Member } from "../support/member.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import type { StartedPortal } from "../support/portal.ts";
import { documentBox, seesAlert, typesPerson } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

/** Set LOST_TABS to the number of moments, and LOST_TABS_SEED to repeat those of an earlier run. */
const moments = Number(process.env["LOST_TABS"] ?? 4);
const seed = Number(process.env["LOST_TABS_SEED"] ?? randomInt(1_000_000));
const atOnce = 4;
const longestMs = 7000;
const behindMs = 3000;

const entry = "/dashboard/Entry";
const fileNamed = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await drawnDocument() });

type Moment = { at: number; killedAfter: number; random: () => number };

/** What was typed and chosen, each with the time at which the page had it. */
class Journal {
  typed: { at: number; text: string }[] = [];
  files: { at: number; name: string }[] = [];

  /** The text and the files that the page had so long before. */
  before(time: number) {
    const text = this.typed.findLast(({ at }) => at <= time)?.text ?? "";
    return { text, files: this.files.filter(({ at }) => at <= time).map(({ name }) => name) };
  }
}

/** Answers some uploads, and leaves others on their way. No file may be sent before a save named it. */
async function watchesUploads(page: Page, random: () => number) {
  const named = new Set<string>();
  const early: string[] = [];
  let sent = 0;
  page.on("response", (response) => {
    if (!response.url().endsWith("/dashboard/page-draft") || !response.ok()) return;
    for (const [name] of (response.request().postData() ?? "").matchAll(/[a-z]+-[\d-]+\.jpg/g)) named.add(name);
  });
  await page.route("**/images?*", async (route) => {
    sent += 1;
    if (sent > named.size) early.push(`file ${sent}, when ${named.size} had been named`);
    if (random() < 0.5) await route.continue();
  });
  return early;
}

/** Types without a pause and chooses files in between, until the renderer is killed. */
async function isKilledWhileTyping(page: Page, { at, killedAfter, random }: Moment, journal: Journal) {
  const address = page.getByLabel("Address", { exact: true });
  const files = ["loose", "loose", "loose", "ticket", "medical"].map((field, number) => ({
    field: field === "loose" ? "#several" : `input[name="file.${field}"]`,
    name: `${field}-${at}-${number}.jpg`,
    after: random() * killedAfter,
  }));
  const killed = Promise.withResolvers<number>();
  const begun = performance.now();
  const line = await page.context().newCDPSession(page);
  setTimeout(() => {
    killed.resolve(performance.now());
    void line.send("Page.crash").catch(() => undefined);
  }, killedAfter);
  const work = async () => {
    for (let text = ""; ;) {
      const file = files.findIndex(({ after }) => performance.now() - begun > after);
      for (const { field, name } of file === -1 ? [] : files.splice(file, 1)) {
        await page.locator(field).setInputFiles(await fileNamed(name));
        journal.files.push({ at: performance.now(), name });
      }
      const letters = Array.from({ length: 3 }, () => String.fromCodePoint(97 + Math.floor(random() * 26))).join("");
      await address.pressSequentially(letters, { delay: 40 });
      text += letters;
      journal.typed.push({ at: performance.now(), text });
    }
  };
  const [time] = await Promise.all([killed.promise, work().catch(() => undefined)]);
  return time;
}

/** Returns what is lost of one moment: nothing, if the site keeps its promise. */
async function lostAt(context: BrowserContext, portal: StartedPortal, moment: Moment): Promise<string[]> {
  const page = await context.newPage();
  const early = await watchesUploads(page, moment.random);
  const clerk = await Member.signedIn(portal, page, "admin");
  await clerk.opens(entry);
  const journal = new Journal();
  const crash = page.waitForEvent("crash");
  const killedAt = await isKilledWhileTyping(page, moment, journal);
  await crash;
  const again = clerk.at(await context.newPage());
  await again.opens(entry);
  const kept = await again.field("Address").inputValue();
  const shown = await again.page.locator("#main").innerText();
  const wanted = journal.before(killedAt - behindMs);
  const all = journal.before(killedAt).text;
  const lost = [...early, ...wanted.files.filter((name) => !shown.includes(name))];
  // The last letters may have reached the page without having been noted.
  if (!kept.startsWith(wanted.text) || !(kept.startsWith(all) || all.startsWith(kept))) {
    lost.push(`typed "${wanted.text}", kept "${kept}"`);
  }
  return lost.map((what) => `moment ${moment.at}, killed after ${Math.round(moment.killedAfter)} ms: ${what}`);
}

async function lostInOwnBrowser(browser: Browser, portal: StartedPortal, moment: Moment): Promise<string[]> {
  const context = await browser.newContext({ baseURL: portal.url, serviceWorkers: "block" });
  try {
    return await lostAt(context, portal, moment);
  } finally {
    await context.close();
  }
}

test(`a tab that is killed at any of ${moments} moments loses nothing typed three seconds before, and no file unnamed`, async ({
  browser,
  portal,
}) => {
  test.setTimeout(60_000 + moments * 10_000);
  const drawn = seededRandom(seed);
  const all = Array.from({ length: moments }, (_, at) => ({
    at,
    // Early and late moments alike.
    killedAfter: 500 + ((at + drawn()) / moments) * (longestMs - 500),
    random: seededRandom(seed + at + 1),
  }));
  const lost: string[] = [];
  for (let at = 0; at < moments; at += atOnce) {
    const some = all.slice(at, at + atOnce).map((moment) => lostInOwnBrowser(browser, portal, moment));
    lost.push(...(await Promise.all(some)).flat());
  }
  if (process.env["LOST_TABS"]) console.log(`${moments} moments, seed ${seed}: ${lost.length} losses`);
  expect(lost, `seed ${seed}`).toEqual([]);
});

test("files that did not arrive are listed by name; chosen again, they take their places, and good ones keep their names", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(entry);
  const person = freshPerson();
  await typesPerson(admin, person);
  let sent = 0;
  await page.route("**/images?*", async (route) => {
    sent += 1;
    if (sent <= 2) await route.continue();
  });
  const names = ["scan 1.jpg", "LMIA.jpg", "scan 2.jpg", "scan 3.jpg"];
  await page.locator("#several").setInputFiles(await Promise.all(names.slice(0, 2).map(fileNamed)));
  await expect(page.locator("[data-loose] img")).toHaveCount(2, { timeout: 20_000 });
  await page.locator('input[name="file.ticket"]').setInputFiles(await Promise.all(names.slice(2).map(fileNamed)));
  await expect.poll(() => sent).toBe(4);
  await page.unrouteAll();
  await admin.opens(entry);
  const missing = page.getByRole("region", { name: "These files did not arrive" });
  await expect(missing.getByRole("listitem")).toHaveText([/^scan 2.jpg .*Ticket/, /^scan 3.jpg .*Ticket/]);
  await expect(page.getByLabel("Looks like LMIA.jpg")).toBeVisible();
  const first = page.getByRole("combobox", { name: /scan 1.jpg$/ });
  await missing.locator("input[type=file]").setInputFiles(await Promise.all(names.slice(2).map(fileNamed)));
  await expect(missing).toHaveCount(0);
  await expect(documentBox(page, "ticket").locator("img")).toHaveCount(2, { timeout: 20_000 });
  await first.selectOption("Medical form");
  await admin.button("Yes, that is what they are").click();
  await admin.button("Add record").click();
  await seesAlert(page, "Record added");
  const documents = (await recordWith(portal, person.passport))?.documents ?? {};
  expect(documents).toMatchObject({ lmia: [{}], medical: [{}], ticket: [{}, {}] });
});

test("a page that is closed saves what was typed last; it asks before only if that cannot be sent", async ({
  admin,
  portal,
  context,
}) => {
  const actor = { kind: "account", id: admin.id, role: "admin" } as const;
  const title = async () => (await readPageDrafts(portal.office, actor, "class:new"))[0]?.fields[0];
  const closes = async (typed: string, isLineDown: boolean) => {
    const tab = await context.newPage();
    const asked: string[] = [];
    tab.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    const clerk = admin.at(tab);
    await clerk.opens("/dashboard/add-class");
    if (isLineDown) await tab.route("**/dashboard/page-draft", (route) => route.abort());
    await clerk.field("Title").pressSequentially(typed);
    if (isLineDown) await expect(tab.getByText("What you typed is not kept right now")).toBeVisible();
    const closed = tab.waitForEvent("close");
    await tab.close({ runBeforeUnload: true });
    await closed;
    return asked;
  };
  expect(await closes("Welding", false)).toEqual([]);
  await expect.poll(title).toEqual(["title", "Welding"]);
  expect(await closes("Cooking", true)).toEqual(["beforeunload"]);
});
