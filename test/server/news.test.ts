import { describe, expect, test } from "vitest";
import type { PublicPost } from "#core/posts/post.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { addPost, deletePost } from "#operations/posts/publish-post.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { startSite } from "../support/site.ts";

const { url, log, portal } = await startSite();

async function publish(title: string, text = "Come in.", bangla = {}): Promise<PublicPost> {
  const image = async () => uploaded(portal, admin, await drawnDocument(400, 300));
  return addPost(portal, admin, { title, text, ...bangla, images: [await image(), await image()] });
}

const get = (path: string) => fetch(url + path, { redirect: "manual" });
const post = (path: string, fields: Record<string, string>) =>
  fetch(url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

describe("news", () => {
  test("are listed page by page, and an invalid cursor redirects to the first page", async () => {
    for (let number = 0; number < 11; number += 1) await publish(`Listed ${number}`);
    const first = await (await get("/news")).text();
    expect(first).toContain("Listed 10");
    expect(first).not.toContain("Listed 0<");
    const older = /href="(\/news\?cursor=[^"]+)"/.exec(first)?.[1] ?? "";
    expect(await (await get(older.replaceAll("&amp;", "&"))).text()).toContain("Listed 0<");
    const nowhere = await get("/news?cursor=xyz");
    expect([nowhere.status, nowhere.headers.get("location")]).toEqual([302, "/news"]);
  });

  test("are shown in the visitor's language, or in the only language that they have", async () => {
    const both = await publish("In two tongues", "Come in.", { banglaTitle: "দুই ভাষায়", banglaText: "আসুন।" });
    const one = await publish("In one tongue");
    const read = async (path: string, language: string) =>
      (await fetch(url + path, { headers: { Cookie: `language=${language}` } })).text();
    for (const path of ["/news", `/news/${both.id}`]) {
      expect(await read(path, "en")).toMatch(/lang="en"[^>]*>(<a[^>]*>)?In two tongues/);
      expect(await read(path, "bn")).toMatch(/lang="bn"[^>]*>(<a[^>]*>)?দুই ভাষায়/);
      expect(await read(path, "bn")).not.toContain("In two tongues");
    }
    expect(await read(`/news/${one.id}`, "bn")).toContain("In one tongue");
  });

  test("have pictures that may be cached for five minutes, and that are gone once the post is deleted", async () => {
    const { id, images } = await publish("With pictures");
    const page = await (await get(`/news/${id}`)).text();
    const address = imageAddress(images[0].image, "reading", null);
    expect(page).toContain(`width="${images[0].width}" height="${images[0].height}"`);
    expect(page).toContain('alt="Picture 1 of “With pictures”"');
    expect(page).toMatch(/<title>With pictures – /);
    expect(page).toContain(`<meta property="og:image" content="http://localhost:0${address}"/>`);
    const picture = await get(address);
    expect(picture.headers.get("cache-control")).toBe("public, max-age=300");
    expect(picture.headers.get("x-robots-tag")).toBeNull();
    expect(picture.headers.get("set-cookie")).toBeNull();
    expect(await (await get("/news/feed.xml")).text()).toContain(`urn:uuid:${id}`);
    expect(await (await get("/sitemap.xml")).text()).toContain(`/news/${id}</loc><lastmod>`);
    await deletePost(portal, admin, { id });
    expect((await get(address)).status).toBe(404);
    const gone = await get(`/news/${id}`);
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('type="search"')]);
    expect(await (await get("/news/feed.xml")).text()).not.toContain(id);
    expect(await (await get("/sitemap.xml")).text()).not.toContain(id);
    expect(await (await get("/search?q=pictures")).text()).not.toContain(id);
  });

  test("do not publish an upload that no post uses", async () => {
    const id = await uploaded(portal, admin);
    expect((await get(imageAddress(`${id}-1`, "reading", null))).status).toBe(404);
  });

  test("have a feed that is the same for everybody", async () => {
    const { headers } = await get("/news/feed.xml");
    expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("vary")).toBe("Accept-Encoding");
    expect(headers.get("set-cookie")).toBeNull();
  });

  test.each(["nobody", "..%2F", "%00", "0".repeat(36)])("do not include a post %j", async (id) => {
    expect((await get(`/news/${id}`)).status).toBe(404);
  });
});

describe("the site search", () => {
  test("redirects a question to a URL of its own", async () => {
    const answer = await post("/search", { q: " office & more " });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/search?q=office+%26+more"]);
  });

  test("marks the found beginnings of words, and says if it finds nothing or the question is too short", async () => {
    await publish("Where we are", "The office is open on Thursday.");
    const found = await (await get("/search?q=OFF+thurs")).text();
    expect(found).toMatch(/<mark>office<\/mark>.*<mark>Thursday<\/mark>/s);
    expect(found).toContain("Where we are");
    expect(await (await get("/search?q=cookies")).text()).toContain('href="/privacy"');
    expect(await (await get("/search?q=a")).text()).toContain("Type a word of at least two letters.");
    expect(await (await get("/search?q=xylophone")).text()).toContain("Nothing found for “xylophone”");
  });

  test("keeps the question when the language changes", async () => {
    const page = new PlainBrowser(url);
    await page.opens("/search?q=cookies");
    await page.presses("বাংলা");
    expect([page.path, page.html]).toEqual(["/search?q=cookies", expect.stringContaining('value="cookies"')]);
  });

  const number = "ZQ4711081";
  /** The port may happen to contain digits of the number. */
  const withoutPort = (text: string) => text.replaceAll(new URL(url).port, "");

  test("does not redirect the number of a document, but offers a form that posts it to the lookup", async () => {
    const answer = await post("/search", { q: number });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    expect(page).toMatch(
      new RegExp(`<form [^>]*action="/Check_Visa"[^>]*><input [^>]*name="number" value="${number}"`),
    );
    const looked = await post("/Check_Visa", { number });
    expect(await looked.text()).toContain("We found no record for");
  });

  test.each([number, "zq 4711 081", "ZQ-471-1081", "is ZQ4711081 there?", "৪৭১১০৮১"])(
    "removes %j from the URL",
    async (typed) => {
      const answer = await get(`/search?q=${encodeURIComponent(typed)}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/search?without=number"]);
      const page = await get("/search?without=number");
      expect(withoutPort(await page.text())).not.toContain("4711");
    },
  );

  test("logs no number", () => {
    expect(withoutPort(JSON.stringify(log))).not.toMatch(/4711|471-1081/);
  });

  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; drop table post; --",
    "%",
    "\u0000",
    "NEAR(",
    "x".repeat(5000),
    "[[[]]]",
  ])("answers every question: %j", async (question) => {
    const answer = await get(`/search?q=${encodeURIComponent(question)}`);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("<img src=x");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  });
});

describe("a text of the operator’s own", () => {
  test("is rendered without its HTML and unsafe links", async () => {
    const body = [
      "<script>alert(1)</script> <b onclick=alert(1)>x</b>",
      "[run](javascript:alert(1)) [out](//evil.example) [data](data:text/html,x) [fine](/news)",
      "{operator} {phone}",
      '## "><svg onload=alert(1)>',
      '- [a](https://example.org/"onmouseover=alert`1`)',
    ].join("\n\n");
    await changeSettings(portal, admin, { change: { texts: { about: { en: { title: "<i>Us</i>", body } } } } });
    const page = await (await get("/about")).text();
    const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(page) ?? [];
    expect(main).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(main).toContain("&lt;i&gt;Us&lt;/i&gt;");
    expect(main).not.toMatch(/<(script|b|svg|i)[ >]|href="(javascript|data|\/\/)|"onmouseover/i);
    expect(main).toContain(`<a href="/news">fine</a>`);
    expect(main).not.toContain("{operator}");
  });
});
