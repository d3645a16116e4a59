import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { addPost } from "#operations/posts/publish-post.ts";
import { publicPages } from "#web/site-files/public-pages.ts";
import { routes } from "#server/routes.ts";
import { changeOperator } from "../support/operator.ts";
import { admin } from "../support/accounts/people.ts";
import { freshEnvironment } from "../support/portals.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { startServer } from "../support/processes/server.ts";
import { startSite } from "../support/site.ts";

const address = "https://check.example.com";

const { url: root, portal: office } = await startSite({ PUBLIC_URL: address });
const operatorIs = (change: Parameters<typeof changeOperator>[1]) => changeOperator(office, change);
await operatorIs({ name: "Shapla Overseas", licence: "RL-0001", phone: "+880 2 0000 0000" });

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${root}${path}`, { headers });
const textOf = async (path: string) => (await get(path)).text();
const contentOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

describe("a file made from the settings", () => {
  const paths = [
    "/robots.txt",
    "/.well-known/security.txt",
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/card.png",
    "/embed.js",
  ];

  test.each(paths)("at %s may be cached for an hour, and gets status 304 if it is unchanged", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(answer.headers.get("set-cookie")).toBeNull();
    const etag = answer.headers.get("etag") ?? "";
    const again = await get(path, { "If-None-Match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});

describe("the public keys", () => {
  test("can be read by pages of any site and by programs", async () => {
    for (const path of ["/.well-known/jwks.json", "/.well-known/jwt-vc-issuer"]) {
      const { headers } = await get(path, { Origin: "https://elsewhere.example" });
      expect([headers.get("access-control-allow-origin"), headers.get("cache-control")]).toEqual([
        "*",
        "public, max-age=300",
      ]);
    }
    const { keys } = JSON.parse(await textOf("/.well-known/jwks.json")) as { keys: { alg: string; d?: string }[] };
    expect(keys.map(({ alg }) => alg).toSorted()).toEqual(["ES256", "EdDSA"]);
    expect(keys.filter(({ d }) => d !== undefined)).toEqual([]);
    expect(JSON.parse(await textOf("/.well-known/jwt-vc-issuer"))).toEqual({
      issuer: address,
      jwks: { keys: keys.filter(({ alg }) => alg === "ES256") },
      revoked_keys: [],
      log_keys: keys.filter(({ alg }) => alg === "EdDSA"),
      revoked_log_keys: [],
      log_policy: await textOf("/log/policy"),
      operator: { name: "Shapla Overseas", licence: "RL-0001", licence_register: "" },
    });
  });
});

describe("robots.txt", () => {
  const closedBy = async () =>
    [...(await textOf("/robots.txt")).matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path);

  /**
   * Paths that are open to search engines: pages for everybody that say nothing about a person, pages below them,
   * images, which have headers of their own, and everything with which proofs are checked.
   */
  const isOpen = (path: string) =>
    ["/login", "/register", ...publicPages].includes(path) ||
    /^\/(images|log|\.well-known|status-lists)\b/.test(path) ||
    publicPages.some((page) => page !== "/" && path.startsWith(`${page}/`));

  test("excludes the paths for one person, for staff or for programs, and no others", async () => {
    const closed = await closedBy();
    const isClosed = (path: string) =>
      closed.some((beginning) => beginning !== undefined && path.startsWith(beginning));
    for (const { path } of routes.filter((route) => route.kind !== "file" && !route.path.includes("*"))) {
      expect([path, isClosed(path)]).toEqual([path, !isOpen(path)]);
    }
  });

  test("excludes no file that pages need, and names the sitemap", async () => {
    const closed = await closedBy();
    for (const { path } of routes.filter(({ kind }) => kind === "file")) {
      expect(closed.filter((beginning) => beginning && path.startsWith(beginning))).toEqual([]);
    }
    expect(await textOf("/robots.txt")).toContain(`\nSitemap: ${address}/sitemap.xml\n`);
  });
});

test("a site whose operator has no name yet is named by its address", async () => {
  await operatorIs({ name: "" });
  const page = await textOf("/");
  expect(page).toContain("<title>Check a paper – check.example.com</title>");
  expect(page).toContain("check.example.com is not a government.");
  await operatorIs({ name: "Shapla Overseas" });
});

describe("security.txt", () => {
  const file = () => get("/.well-known/security.txt");

  test("names mail and telephone of the operator, and ends within a year, as RFC 9116 asks", async () => {
    await operatorIs({ email: "office@agency.example" });
    const text = await (await file()).text();
    expect(text).toMatch(
      new RegExp(
        "^Contact: mailto:office@agency.example\nContact: tel:\\+880200000000\nExpires: (\\d{4}-\\d\\d-\\d\\dT00:00:00Z)\n" +
          `Preferred-Languages: en, bn\nCanonical: ${address}/.well-known/security.txt\n$`,
      ),
    );
    const [, expires = ""] = /^Expires: (.*)$/m.exec(text) ?? [];
    const daysLeft = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(170);
    expect(daysLeft).toBeLessThan(365);
  });

  test("does not exist while the operator names no contact", async () => {
    await operatorIs({ email: "", phone: "" });
    expect((await file()).status).toBe(404);
    await operatorIs({ phone: "+880 2 0000 0000" });
    expect(await (await file()).text()).toMatch(/^Contact: tel:\+880200000000\nExpires: /);
  });
});

test("sitemap.xml lists every post with its date of change, and only pages that exist for everybody", async () => {
  const image = async () => uploaded(office, admin, await drawnDocument(400, 300));
  const { id } = await addPost(office, admin, {
    title: "Moved",
    text: "We moved.",
    images: [await image(), await image()],
  });
  const map = await textOf("/sitemap.xml");
  expect(map).toMatch(new RegExp(`<loc>${address}/news/${id}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>`));
  expect(map).toMatch(new RegExp(`<loc>${address}/news</loc><lastmod>`));
  const pages = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page = ""]) => page);
  expect(pages).toContain(`${address}/Check_Visa`);
  for (const page of pages) {
    const answer = await get(page.replace(address, ""));
    expect([page, answer.status, answer.headers.get("x-robots-tag")]).toEqual([page, 200, null]);
    expect(await answer.text()).toContain(`property="og:url" content="${page}"`);
  }
});

describe("the manifest", () => {
  const manifest = async (language = "en"): Promise<Record<string, unknown> & { icons: Icon[] }> =>
    JSON.parse(await textOf(`/manifest.webmanifest?language=${language}`));
  type Icon = { src: string; sizes: string; type: string; purpose: string };

  test("names the operator, in the language of the page", async () => {
    expect(await manifest()).toMatchObject({
      id: "/",
      name: "Shapla Overseas",
      short_name: "Shapla",
      description: expect.stringContaining("Shapla Overseas has published"),
      lang: "en",
      start_url: "/",
      display: "standalone",
    });
    expect(await manifest("bn")).toMatchObject({ lang: "bn", description: expect.stringMatching(/নম্বরে/) });
  });

  test("is the same for everybody if its URL names no language", async () => {
    const asked = await Promise.all(
      ["en", "bn"].map(async (language) =>
        (await get("/manifest.webmanifest", { "Accept-Language": language })).text(),
      ),
    );
    expect(new Set(asked)).toEqual(new Set([await textOf("/manifest.webmanifest?language=en")]));
  });

  test("has icons of the declared sizes, one of them maskable", async () => {
    const { icons } = await manifest();
    expect(icons.map(({ purpose }) => purpose)).toEqual(["any", "any", "maskable"]);
    for (const { src, sizes, type } of icons) {
      const { width, height, format } = await sharp(await contentOf(src)).metadata();
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
    }
  });

  test("changes with the name of the operator", async () => {
    const before = (await get("/manifest.webmanifest")).headers.get("etag");
    await operatorIs({ name: "Padma Overseas" });
    expect(await manifest()).toMatchObject({ name: "Padma Overseas" });
    expect((await get("/manifest.webmanifest")).headers.get("etag")).not.toBe(before);
    await operatorIs({ name: "Shapla Overseas" });
  });
});

describe("the preview card for other sites", () => {
  const addressOnPage = async () => /property="og:image" content="([^"]+)"/.exec(await textOf("/"))?.[1] ?? "";

  test("is a small picture of the usual size, and ignores parameters in its URL", async () => {
    const card = await contentOf("/card.png");
    const { width, height, format } = await sharp(card).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "png" });
    expect(card.length).toBeLessThan(100_000);
    expect(card.equals(await contentOf("/card.png?name=Evil&v=1&width=9999"))).toBe(true);
    expect((await get("/card.png")).headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  test("gets another URL and another look with another name", async () => {
    const [cardAddress, card] = [await addressOnPage(), await contentOf("/card.png")];
    expect(cardAddress.startsWith(`${address}/card.png?v=`)).toBe(true);
    await operatorIs({ name: "শাপলা ওভারসিজ" });
    expect(await addressOnPage()).not.toBe(cardAddress);
    const bangla = await contentOf("/card.png");
    expect(bangla.equals(card)).toBe(false);
    await operatorIs({ name: "Shapla Overseas" });
    expect((await contentOf("/card.png")).equals(card)).toBe(true);
    expect(await addressOnPage()).toBe(cardAddress);
  });

  test.each([
    "W".repeat(120),
    "ক্".repeat(60),
    "InternationalOverseasRecruitmentServicesLimited",
    `${"records-of-workers.".repeat(5)}example`,
  ])("has room for one long word: %s", async (name) => {
    await operatorIs({ name, licence: name });
    expect((await get("/card.png")).status).toBe(200);
    expect(await sharp(await contentOf("/card.png")).metadata()).toMatchObject({ width: 1200, height: 630 });
    await operatorIs({ name: "Shapla Overseas", licence: "RL-0001" });
  });

  test("shows a name in its own letters", async () => {
    const cards: Buffer[] = [];
    for (const name of ["東京人材", "大阪人材", ""]) {
      await operatorIs({ name });
      cards.push(await contentOf("/card.png"));
    }
    expect(new Set(cards.map((card) => card.toString("base64"))).size).toBe(3);
    await operatorIs({ name: "Shapla Overseas" });
  });
});

describe("the service worker", () => {
  const shellOf = (script: string): { name: string; offlinePage: string; files: string[] } | null =>
    JSON.parse(/^const shell=(.*);$/m.exec(script)?.[1] ?? "undefined");
  const shell = async (language = "en") => shellOf(await textOf(`/sw.js?language=${language}`));

  test("is revalidated at every request, and can be loaded only by this site", async () => {
    const { headers } = await get("/sw.js");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("content-type")).toMatch(/^text\/javascript/);
  });

  test.each(["en", "bn"])("caches files that never change, and the offline page, in %s", async (language) => {
    const { files = [], offlinePage = "" } = (await shell(language)) ?? {};
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { status, headers } = await get(file);
      expect([file, status, headers.get("cache-control")]).toEqual([file, 200, "public, max-age=31536000, immutable"]);
    }
    expect(await textOf(offlinePage)).toContain(`<html lang="${language}"`);
  });

  test("changes with the language, and with the text of the offline page", async () => {
    const before = await shell();
    expect((await shell("bn"))?.name).not.toBe(before?.name);
    expect((await shell("tlh"))?.name).toBe(before?.name);
    await operatorIs({ phone: "+880 2 1111 1111" });
    expect((await shell())?.name).not.toBe(before?.name);
    await operatorIs({ phone: "+880 2 0000 0000" });
    expect((await shell())?.name).toBe(before?.name);
  });

  test("caches nothing if the operator turns the offline page off", async () => {
    const without = await startServer({ ...(await freshEnvironment("sqlite")), OFFLINE_PAGE: "off" });
    onTestFinished(() => without[Symbol.asyncDispose]());
    expect(shellOf(await (await fetch(`${without.url}/sw.js`)).text())).toBeNull();
  });
});

test("the offline page is the same for everybody, and is not indexed", async () => {
  const plain = await get("/offline?language=en");
  expect(plain.headers.get("x-robots-tag")).toBe("noindex");
  expect(plain.headers.get("content-security-policy")).toContain("default-src 'none'");
  const another = await get("/offline?language=en", {
    Cookie: "language=bn; flash=signed-in.",
    "Accept-Language": "bn",
  });
  expect(await another.text()).toBe(await plain.text());
});

test("icons are served under their usual names", async () => {
  const touched = await get("/apple-touch-icon.png");
  expect([touched.status, touched.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(await sharp(Buffer.from(await touched.arrayBuffer())).metadata()).toMatchObject({ width: 180, height: 180 });
  const favicon = await get("/favicon.ico");
  expect([favicon.status, favicon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  const icon = Buffer.from(await favicon.arrayBuffer());
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon.readUInt32LE(14)]).toEqual([1, 1, icon.length - 22]);
  expect(await sharp(icon.subarray(icon.readUInt32LE(18))).metadata()).toMatchObject({ format: "png", width: 32 });
});

test("the script for other sites is small, and reads and stores nothing", async () => {
  const answer = await get("/embed.js");
  const script = await answer.text();
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(2000);
  expect(script).not.toMatch(/cookie|localStorage|sessionStorage|fetch|XMLHttpRequest|sendBeacon|innerHTML|eval/);
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});
