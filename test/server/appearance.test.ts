import sharp from "sharp";
import { expect, test } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { changeOperator } from "../support/operator.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
await changeOperator(office, { name: "Shapla Overseas" });
const { cookie } = await signedIn(office, url, "admin");

const get = (path: string) => fetch(url + path);
const textOf = async (path: string) => (await get(path)).text();

async function appearancePage(): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/Settings");
  await page.follows("Logo and colour");
  return page;
}

const logoOn = (html: string) =>
  /<img src="(\/logo\.webp\?v=[\w-]{16})" width="(\d+)" height="(\d+)" alt="([^"]*)"/.exec(html);

test("a logo is encoded again, shown beside the name on every page, and can be removed", async () => {
  const card = async () => Buffer.from(await (await get("/card.png")).arrayBuffer());
  const [cardBefore, workerBefore] = [await card(), await textOf("/sw.js")];
  const page = await appearancePage();
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const refused: [Buffer, string][] = [
    [Buffer.from(svg), "SVG files are not accepted, because they may hold scripts."],
    [Buffer.from("%PDF-1.7"), "Use a PNG, JPEG or WebP file."],
    [Buffer.from("a letter"), "Use a PNG, JPEG or WebP file."],
    [Buffer.alloc(5_000_001, "\x89PNG"), "This file is larger than 5 MB."],
  ];
  for (const [file, words] of refused) {
    page.chooses("logo", file);
    await page.presses("Save the logo");
    expect([page.status, page.words]).toEqual([400, expect.stringContaining(words)]);
  }
  expect(page.words).toContain("no crest, coat of arms, flag");

  const drawn = sharp({
    create: { width: 2400, height: 900, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0 } },
  });
  const sent = await drawn
    .withExif({ IFD0: { Copyright: "planted words" } })
    .png()
    .toBuffer();
  expect(sent.includes("planted words")).toBe(true);
  page.chooses("logo", sent);
  await page.presses("Save the logo");
  expect(page.words).toContain("Saved. Every page shows it from now on.");

  const [, address = "", width, height, alt] = logoOn(await textOf("/")) ?? [];
  expect([width, height, alt]).toEqual(["320", "120", "Shapla Overseas"]);
  const answer = await get(address);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "image/webp",
    "public, max-age=31536000, immutable",
  ]);
  const shown = Buffer.from(await answer.arrayBuffer());
  expect(shown.includes("planted")).toBe(false);
  const { format, exif, hasAlpha } = await sharp(shown).metadata();
  expect({ format, exif, hasAlpha }).toEqual({ format: "webp", exif: undefined, hasAlpha: false });
  expect(await sharp(shown).stats()).toMatchObject({ dominant: { r: 248, g: 248, b: 248 } });
  for (const path of ["/login", "/offline", "/about"]) expect(logoOn(await textOf(path))?.[1]).toBe(address);
  expect((await card()).equals(cardBefore)).toBe(false);
  expect(await textOf("/sw.js")).toContain(JSON.stringify(address));
  expect((await get("/logo.webp?v=another")).headers.get("cache-control")).toBe("no-cache");
  const event = (await auditTrail(office, admin, "settings", "settings")).at(-1);
  expect(event).toMatchObject({ changedFields: ["logo"], details: { logo: { from: "", to: address.slice(-16) } } });

  await page.presses("Remove the logo");
  expect([(await get(address)).status, logoOn(await textOf("/"))]).toEqual([404, null]);
  expect((await card()).equals(cardBefore)).toBe(true);
  expect(await textOf("/sw.js")).toBe(workerBefore);
});

test("an accent colour with too little contrast is refused with a suggestion, and a good one is served as a stylesheet", async () => {
  const policyBefore = (await get("/")).headers.get("content-security-policy");
  const page = await appearancePage();
  page.types({ "Colour of buttons": "blue" });
  await page.presses("Save the colour");
  expect(page.words).toContain("Use # and six digits or letters from a to f");
  page.types({ "Colour of buttons": "#0b5fa5" });
  await page.presses("Show how it looks");
  expect([page.status, (await currentSettings(office)).accent]).toEqual([200, ""]);
  expect(page.words).toContain("Contrast with the page: 2.6 (at least 3).");
  expect(page.html).toContain('fill="#0b5fa5"');
  await page.presses("Save the colour");
  expect([page.status, page.words]).toEqual([400, expect.stringContaining("This colour is hard to see")]);
  await page.presses("Use #0c69b6");
  expect((await currentSettings(office)).accent).toBe("#0c69b6");

  for (const path of ["/", "/login", "/offline", "/nothing-here"]) {
    const answer = await get(path);
    expect([path, await answer.text()]).toEqual([path, expect.stringContaining('href="/accent.css?v=0c69b6"')]);
    expect(answer.headers.get("content-security-policy")).toBe(policyBefore);
  }
  const sheet = await get("/accent.css?v=0c69b6");
  expect(await sheet.text()).toBe(":root{--accent:#0c69b6;--accent-ink:#ffffff}");
  expect(sheet.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");

  await page.presses("Back to the colour that the site comes with");
  expect(await textOf("/")).not.toContain("accent.css");
  expect((await get("/accent.css")).status).toBe(404);
});

test("the label of a menu link is shown in the language of the reader", async () => {
  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/Menus?part=navbar");
  await page.presses("Add a link");
  page.types({ "#label-0-7": "Branches", "#to-0-7": "/contact", "#label-0-7-bn": "শাখা" });
  await page.presses("Save");
  expect(page.words).toContain("Saved.");
  const bar = async (language: string) =>
    /<nav [^>]*class="navbar".*?<\/nav>/s.exec(
      await (await fetch(url, { headers: { "Accept-Language": language } })).text(),
    )?.[0];
  expect(await bar("en")).toContain(">Branches</a>");
  expect(await bar("bn")).toContain(">শাখা</a>");
});
