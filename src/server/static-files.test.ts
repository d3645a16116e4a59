import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staticFiles } from "./static-files.ts";

let folder: string;
let site: Hono;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "attestry-static-"));
  await mkdir(path.join(folder, "client", "assets"), { recursive: true });
  await writeFile(path.join(folder, "secret.txt"), "secret");
  const files = {
    "favicon.svg": "<svg/>",
    "assets/site-abc.css": "css",
    "assets/site-abc.css.br": "brotli",
    "assets/site-abc.css.gz": "gzip",
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, "client", name), content);
  await symlink(path.join(folder, "secret.txt"), path.join(folder, "client", "link.txt"));
  site = new Hono()
    .use(await staticFiles(path.join(folder, "client")))
    .all("*", (c) => c.text("the next handler", 404));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const style = (headers: Record<string, string>) => site.request("/assets/site-abc.css", { headers });

describe("static files", () => {
  test.each([
    ["br, gzip", "br", "brotli"],
    ["gzip, deflate, br;q=0", "gzip", "gzip"],
    ["gzip;q=0.5", "gzip", "gzip"],
    ["zstd", null, "css"],
    ["", null, "css"],
  ])("with Accept-Encoding %j are sent with the encoding %s", async (accepted, encoding, body) => {
    const answer = await style({ "Accept-Encoding": accepted });
    expect(answer.headers.get("Content-Encoding")).toBe(encoding);
    expect(answer.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    expect(await answer.text()).toBe(body);
  });

  test("with a hashed name are cached for ever, others are revalidated", async () => {
    const hashed = await style({});
    expect(hashed.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const plain = await site.request("/favicon.svg");
    expect(plain.headers.get("Cache-Control")).toBe("public, no-cache");
    const etag = plain.headers.get("ETag") ?? "";
    const again = await site.request("/favicon.svg", { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("are answered to HEAD with headers and without a body", async () => {
    const answer = await site.request("/favicon.svg", { method: "HEAD" });
    expect([answer.status, answer.headers.get("Content-Length"), await answer.text()]).toEqual([200, "6", ""]);
  });

  test.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "//secret.txt",
    "/link.txt",
    "/assets",
    "/assets/",
    "/assets/site-abc.css.br",
    "/__proto__",
    "/favicon.svg%00",
  ])("leave %s to the next handler", async (address) => {
    const answer = await site.request(address);
    expect([answer.status, await answer.text()]).toEqual([404, "the next handler"]);
  });

  test("are not served for POST", async () => {
    expect((await site.request("/favicon.svg", { method: "POST" })).status).toBe(404);
  });
});
