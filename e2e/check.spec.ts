import { rm, truncate, writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { Shell } from "#web/offline/worker.ts";
import { film } from "./support/camera.ts";
import { startTestProxy } from "./support/test-proxy.ts";
import { onAPhone } from "./support/on-a-phone.ts";
import { delays } from "./support/delays.ts";
import { changeSettingsTo, shown } from "./support/records.ts";
import { photoOf, signedLink } from "./support/slips.ts";
import { noParticulars } from "#core/records/record-details.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { uploaded } from "#test/support/documents.ts";
import { declare, declarePapers, ownField, ownPaper } from "#test/support/own-fields.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { revokeSigningKey, rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { commandLine } from "#test/support/accounts/people.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { newCosigner } from "#test/support/proofs/cosigner.ts";
import { newSigner } from "#test/support/proofs/slip-links.ts";
import type { SavedProof } from "#verify/saved-proof.ts";
import { expect, test } from "./support/test.ts";

test.afterAll(() => rm(film, { force: true }));

test.use({ serviceWorkers: "allow", expectedComplaint: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

const answer = (page: Page) => page.locator("#check-answer");
const answered = (page: Page) => answer(page).getByRole("heading", { level: 2 });
const asFile = (buffer: Buffer, name = "code.jpg") => ({ name, mimeType: "", buffer });
const chooses = async (page: Page, buffer: Buffer) => page.locator("#check-file").setInputFiles(asFile(buffer));

/** A file larger than the limit. The browser reads it from the disk: sending it to the browser would take seconds. */
async function tooLargeFile(): Promise<string> {
  const file = test.info().outputPath("photo.jpg");
  await writeFile(file, Buffer.from([0xff, 0xd8, 0xff]));
  await truncate(file, 41_000_000);
  return file;
}

/** Returns a function that returns all texts that the place has shown since this call. */
async function textsIn(place: Locator): Promise<() => Promise<string>> {
  const texts = await place.evaluateHandle((element) => {
    const all: string[] = [];
    new MutationObserver(() => all.push(element.textContent)).observe(element, { childList: true, subtree: true });
    return all;
  });
  return async () => (await texts.jsonValue()).join("\n");
}

test("a link that any camera opened is checked and removed from the address bar, and the page's own camera finds a code", async ({
  page,
  portal,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url() + (request.postData() ?? "")));
  const link = await signedLink(portal);
  await page.goto(link);
  await expect(answered(page)).toHaveText(
    "Signed. This page could not ask whether it still stands: the site did not answer",
  );
  await expect(answer(page)).toContainText(shown.name);
  await expect(answer(page).locator("dd").filter({ hasText: "RL-0001" })).toHaveText(
    "Shapla Overseas · Licence RL-0001",
  );
  await expect(answer(page)).toContainText("There is no photo here. Compare with your paper: name, number");
  await answer(page).getByText("It differs").click();
  await expect(answer(page).getByRole("button", { name: "I was asked for money" })).toBeVisible();
  await expect(answer(page).locator(`form[action^="/report"] [name=number]`)).toHaveValue(/^A\s*\d/);
  expect(page.url()).toBe(`${portal.url}/check`);
  expect(asked.join("\n")).not.toContain(link.split("#")[1]?.slice(0, 40));
  const isCut = answer(page).getByText("The name is too long for a code, so you see only its beginning here.");
  await expect(isCut).toHaveCount(0);
  await page.goto(await signedLink(portal, { name: "MD. ABDUR", nameSha256: "5a".repeat(32) }));
  await expect(isCut).toBeVisible();
  await expect(answer(page).getByText("MD. ABDUR…", { exact: true })).toBeVisible();

  // A code that is checked before the last one is answered: nothing of the last one is shown.
  await page.goto(`${portal.url}/check`);
  const texts = await textsIn(answer(page));
  const letGo = await delays(page, "**/status-lists/*", { times: 1 });
  await page.goto(await signedLink(portal, { name: "THE FIRST" }));
  await page.goto(await signedLink(portal, { name: "THE SECOND" }));
  await expect(answer(page)).toContainText("THE SECOND");
  await letGo();
  await page.goto(await signedLink(portal, { name: "THE THIRD" }));
  await expect(answer(page)).toContainText("THE THIRD");
  expect(await texts()).not.toContain("THE FIRST");

  await writeFile(film, await photoOf(await signedLink(portal)));
  await page.getByRole("button", { name: "Scan with the camera" }).press("Enter");
  await expect(answer(page)).toContainText(shown.name);
  await expect(page.locator("video")).toHaveCount(0);
});

test("a slip shows the face when asked: only then the number is sent, as a search", async ({
  page,
  portal,
  visitor,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url() + (request.postData() ?? "")));
  await page.goto(await signedLink(portal));
  await expect(answer(page)).toContainText(
    "A picture and last days that are printed beside the code are not in what was",
  );
  expect(asked.join("\n")).not.toContain(shown.passport);
  await answer(page).getByRole("button", { name: "Compare with the published photo" }).click();
  await expect(visitor.answer.locator(".record-head")).toContainText(shown.name);
  expect(new URL(page.url()).pathname).toBe("/");
});

test.describe("without a service worker", () => {
  // A navigation while a worker replaces another can wait forever under a debugger, and here the settings change.
  test.use({ serviceWorkers: "block" });

  test("an online check downloads the whole status list, and a statement stands until its record is hidden", async ({
    page,
    visitor,
    startsPortal,
  }) => {
    const portal = await startsPortal();
    await declare(portal.office, ownField("f1", "Kafeel", { audience: "visitors" }));
    await declarePapers(portal.office, ownPaper("p1", "<b>Wafid</b>", { audience: "visitors" }));
    const found = await lookUpRecord(portal.office, { by: "passport", number: shown.passport });
    const images = { p1: await uploaded(portal.office, commandLine) };
    const sent = { particulars: { ...noParticulars, ...found }, images, own: { f1: "Ali" } };
    await updateRecord(portal.office, commandLine, { id: found?.id ?? "" }, sent);
    await page.goto(portal.url);
    await visitor.looksUp(shown.passport);
    const [id = ""] =
      /[0-9a-f-]{8,}/.exec((await page.locator("[data-checksums]").getAttribute("data-checksums")) ?? "") ?? [];
    const fileAt = async (toFile: Locator) =>
      (await page.request.get(new URL((await toFile.getAttribute("href")) ?? "", portal.url).href)).body();
    const published = await fileAt(visitor.answer.locator("[data-kind=workPermit] a").first());
    const wafid = await fileAt(visitor.answer.locator("[data-kind=p1] a").first());
    const proof = await fileAt(page.getByRole("link", { name: "Save the proof" }));
    const { content } = (await statementOf(portal.office, id)) ?? {};
    const { list = 0, place = 0 } = content ?? {};
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const link = await signedLink(portal, { list, place });
    // A phone whose clock is fast: the site's own clock counts.
    await page.clock.setFixedTime(Date.now() + 3_600_000);
    await page.goto(link);
    const byOwnList = "Signed by Shapla Overseas, and it stands by its own list; not";
    await expect(answered(page)).toHaveText(`${byOwnList} witnessed by anybody`);
    expect(asked).toContain(`/status-lists/${list}`);
    expect(asked.join("\n")).not.toContain(`/${place}`);
    const kafeel = page.locator("#check-answer dl > div", { hasText: "Kafeel" });
    await expect(kafeel).toHaveCount(0);
    await page.locator("#check-file").setInputFiles(asFile(proof, "proof.json"));
    await expect(kafeel).toHaveText("KafeelAli");
    await expect(page.locator("#check-answer [data-paper]")).toHaveText("<b>Wafid</b>");
    await page.locator("#check-answer [data-compare] input").setInputFiles(asFile(wafid));
    await expect(page.locator("#check-answer [role=status]")).toContainText("<b>Wafid</b>");
    await expect(answered(page)).toHaveText(`${byOwnList} witnessed by anybody`);
    await expect(answer(page)).toContainText("Line in the public log");
    await expect(answer(page)).toContainText("Nobody outside this site has confirmed it.");
    await page.locator("#check-answer [data-compare] input").setInputFiles(asFile(published));
    await expect(page.locator("#check-answer [data-compare]")).toContainText(
      "Exactly the file that was published: Work permit",
    );
    const signedBy = page.locator("#check-answer dl > div", { hasText: "Signed by" });
    const before = await signedBy.locator("bdi").first().textContent();
    await expect(signedBy).not.toContainText("Today");
    const { operator } = await currentSettings(portal.office);
    await changeSettingsTo(portal.office, { operator: { ...operator, name: "Padma Overseas" } });
    await page.goto(`${portal.url}/check`);
    await page.locator("#check-file").setInputFiles(asFile(proof, "proof.json"));
    await expect(answer(page)).toContainText(`${before} published what is below`);
    await expect(signedBy).toContainText("Today this site says: Padma Overseas");
    const { key, cosigned } = newCosigner();
    const { log } = await currentSettings(portal.office);
    await changeSettingsTo(portal.office, { log: { ...log, witnesses: `${key} https://witness.example` } });
    const saved = JSON.parse(proof.toString()) as SavedProof;
    for (const [hoursAgo, words] of [
      [null, `${byOwnList} yet witnessed by enough others`],
      [72, `${byOwnList} shown to be current`],
      [1, "Signed, and it still stands"],
    ] as const) {
      const note = hoursAgo === null ? saved.log : cosigned(saved.log, Math.floor(Date.now() / 1000) - hoursAgo * 3600);
      const file = asFile(Buffer.from(JSON.stringify({ ...saved, log: note })), "proof.json");
      await page.locator("#check-file").setInputFiles(file);
      await expect(answered(page)).toHaveText(words);
      await expect(answer(page).locator("article > dl")).toContainText(
        hoursAgo === null ? "0/1" : "1/1 · witness.example/w1",
      );
    }
    await changeSettingsTo(portal.office, { log });
    await page.locator("#check-file").setInputFiles(asFile(proof, "proof.json"));
    const readsLog = async () => answer(page).getByRole("button", { name: "Read the whole public log" }).click();
    await readsLog();
    await expect(answer(page)).toContainText(
      /The whole public log was read: no withdrawal up to line [\d,]+ \(localhost:\d+\/log\)/,
    );
    const standing = await (await page.request.get(`${portal.url}/status-lists/${list}`)).body();
    await hideRecord(portal.office, { kind: "account", id: "admin-1", role: "admin" }, { id });
    // Another page in between: a change of the fragment alone loads nothing.
    await page.goto("about:blank");
    await page.goto(link);
    await expect(answered(page)).toHaveText("This no longer stands");
    await expect(answered(page)).toHaveClass(/text-alarm/);
    await signCheckpoint(portal.office);
    // Whoever has the machine of a site can serve a status list that denies the withdrawal.
    await page.route("**/status-lists/*", (route) => route.fulfill({ body: standing }));
    await page.goto(`${portal.url}/check`);
    await page.locator("#check-file").setInputFiles(asFile(proof, "proof.json"));
    await expect(answer(page)).toContainText("According to this site, ");
    await readsLog();
    await expect(answered(page)).toHaveText("This no longer stands");
    await expect(answer(page)).toContainText("Withdrawn at line ");
  });
});

onAPhone(
  "a photo is checked offline once the page says that it is ready",
  async ({ page, portal, context, visitor }) => {
    const picture = await photoOf(await signedLink(portal));
    await visitor.opens("/check");
    await expect(page.getByText("তৈরি: ইন্টারনেট ছাড়াই")).toBeVisible();
    await visitor.fitsAndHasNoBarrier();
    await context.setOffline(true);
    await visitor.opens("/check");
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const chooser = page.waitForEvent("filechooser");
    await page.locator("label.button").click();
    const files = await chooser;
    const started = performance.now();
    await files.setFiles(asFile(picture));
    await expect(answer(page)).toContainText(shown.name);
    test.info().annotations.push({ type: "checked in ms", description: String(performance.now() - started) });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(360);
  },
);

const ready = "Ready: this page works on this device";
const notAsked = "Signed. This page could not ask whether it still stands: no connection";

test("a page that arrives in parts and could not be stored is stored with one press; a new build replaces it completely or not at all", async ({
  page,
  portal,
  context,
}) => {
  await using slow = await startTestProxy(portal.url);
  const sendRest = slow.cutPages('<section id="check-keep"');
  const arrival = page.waitForResponse(/check-page/);
  await page.goto(`${slow.url}/check`, { waitUntil: "commit" });
  await (await arrival).finished();
  // A script that does not wait runs now.
  await page.locator("#check-file").waitFor({ state: "attached" });
  sendRest();
  await expect(page.getByText(ready)).toBeVisible();

  await using between = await startTestProxy(portal.url);
  between.rewriteWorker((script) => script.replace('"files":[', '"files":["/assets/gone.js",'));
  await page.goto(`${between.url}/check`);
  await expect(page.getByText("Not stored.")).toBeVisible();
  between.rewriteWorker((script) => script);
  await page.locator("[data-check=keep]").click();
  await expect(page.getByText(ready)).toBeVisible();
  const picture = await photoOf(await signedLink(portal));
  const filled = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("check-"));
      const sizes = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
      return names.filter((_, at) => sizes[at]);
    });
  const [before = ""] = await filled();
  for (const { build, files = [], kept = build } of [
    { build: "check-next", files: ["/assets/gone.js"], kept: before },
    { build: "check-next" },
    // The previous build is installed again.
    { build: before },
  ]) {
    between.rewriteWorker((script) =>
      script.replace(/^const shell=(.*);$/m, (_, written: string) => {
        const shell = JSON.parse(written) as Shell;
        const check = { ...shell.check, name: build, files: [...shell.check.files, ...files] };
        return `const shell=${JSON.stringify({ ...shell, check })};`;
      }),
    );
    const updates = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await updates();
    const isSettled = () =>
      page.evaluate(async () => {
        const { installing, waiting, active } = await navigator.serviceWorker.ready;
        return !installing && !waiting && active?.state === "activated";
      });
    await expect.poll(isSettled).toBe(true);
    const filledNow = async () => {
      // The first time, the browser may have been running an update of its own with the old script.
      if (kept === build) await updates();
      return filled();
    };
    await expect.poll(filledNow).toEqual([kept]);
    // Browsers do this when they store a compiled script: the cache of the other build exists and is empty.
    await page.evaluate((name) => caches.open(name), build === before ? "check-next" : before);
    await context.setOffline(true);
    await page.goto(`${between.url}/check`);
    await chooses(page, picture);
    await expect(answered(page)).toHaveText(notAsked);
    await context.setOffline(false);
  }
});

test("a device that was offline while keys changed shows the date of its keys", async ({
  page,
  visitor,
  context,
  startsPortal,
}) => {
  const portal = await startsPortal();
  const keptKeys = answer(page).getByText("Checked with the keys of this site that this device got on");
  const [oldSlip, { kid }] = [
    await photoOf(await signedLink(portal)),
    await currentSigningKey(portal.office, "statement"),
  ];
  const says = async (slip: Buffer, words: string, isKept: boolean) => {
    await chooses(page, slip);
    await expect(answered(page)).toHaveText(words);
    await expect(keptKeys).toHaveCount(isKept ? 1 : 0);
  };
  await page.goto(`${portal.url}/check`);
  await expect(page.getByText(ready)).toBeVisible();
  await context.setOffline(true);
  await rotateSigningKey(portal.office, commandLine);
  const newSlip = await photoOf(await signedLink(portal));
  await says(newSlip, "Not signed with any of the keys on this device", true);
  await visitor.findsNoBarrier();
  await says(oldSlip, notAsked, true);
  await context.setOffline(false);
  await says(newSlip, "Signed. This page could not ask whether it still stands: the site did not answer", false);
  await revokeSigningKey(portal.office, commandLine, kid, { origin: "nowhere/log", size: 0, root: "" });
  await says(oldSlip, "Signed with a key that no longer counts", false);
  await context.setOffline(true);
  await page.reload();
  await says(newSlip, notAsked, true);
  await says(oldSlip, "Signed with a key that no longer counts", false);
});

test("each other input gets its own message", async ({ visitor, page, portal }) => {
  await visitor.opens("/check");
  const stranger = newSigner();
  const own = await signedLink(portal);
  const code = own.split("#")[1] ?? "";
  const given: [string, Buffer][] = [
    [
      "This code is from another site: evil.example",
      await photoOf(await signedLink({ ...portal, url: "https://evil.example" }, {}, stranger)),
    ],
    ["Shapla Overseas did not sign this", await photoOf(await signedLink(portal, {}, stranger))],
    ["Too old to rely on without a connection", await photoOf(await signedLink(portal, { ends: "2026-03-04" }))],
    ["The code is damaged or cut off", await photoOf(own.slice(0, -10))],
    ["This is not the code of a slip", await photoOf("<img src=x onerror=alert(1)>")],
    ["No QR code found", await photoOf(null)],
    [
      "This file cannot be read here",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ["This PDF does not contain its code as text", Buffer.from(`%PDF-1.7\n${"(".repeat(1_000_000)}`)],
    ["This file cannot be read here", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\b\x02", "latin1")],
    [
      "Signed. This page could not ask whether it still stands: the site did not answer",
      Buffer.from(`%PDF-1.7\n<< /Slip (${own}) >>`),
    ],
  ];
  for (const [words, buffer] of given) {
    await chooses(page, buffer);
    await expect.soft(answered(page)).toHaveText(words);
  }
  await page.locator("#check-file").setInputFiles(await tooLargeFile());
  await expect.soft(answered(page)).toHaveText("This file cannot be read here");
  for (const [words, fragment] of [
    ["The code is damaged or cut off", code.slice(0, 60)],
    ["The code is damaged or cut off", "%3Cimg%20src=x%20onerror=alert(1)%3E"],
  ] as const) {
    await page.goto(`/check#${fragment}`);
    await expect.soft(answered(page)).toHaveText(words);
    expect(page.url()).not.toContain("#");
  }
  await visitor.findsNoBarrier();
});
