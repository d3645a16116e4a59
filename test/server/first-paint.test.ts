import { brotliDecompressSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";
import { admin } from "../support/accounts/people.ts";
import { askRaw } from "../support/ask-raw.ts";

const numbers = { passportNumber: "A12345678", irccNumber: "W1234567" };
const { url } = await startSite({}, (portal) => addTestRecord(portal, admin, numbers));

const phone = { "Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "bn" };
const load = (path: string) => askRaw(`${url}${path}`, phone);
const textOf = ({ bytes }: { bytes: Buffer }) => brotliDecompressSync(bytes).toString();

test("the first page in Bangla and its style have at most 16.4 kB", async () => {
  const first = await load("/");
  // A page that is asked for again has been compressed as well as possible.
  const page = await vi.waitFor(async () => {
    const again = await load("/");
    expect(again.bytes.length).toBeLessThan(first.bytes.length);
    return again;
  }, 15_000);
  expect(textOf(page)).toBe(textOf(first));
  const styles = Array.from(textOf(page).matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, path = ""]) => path);
  expect(styles).toHaveLength(1);
  const loaded = [page, ...(await Promise.all(styles.map(load)))];
  expect(loaded.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(16_400);
});

test("nothing else loads before the first paint on a slow line", async () => {
  const html = textOf(await load("/"));
  expect(html).not.toMatch(/<script[^>]* src=/);
  const preloaded = html.match(/<link rel="(module)?preload"[^>]*>/g) ?? [];
  expect(preloaded).toHaveLength(2);
  for (const link of preloaded) expect(link).toContain('media="not all"');
});

test("an answer that the script asks for comes without the frame of the page", async () => {
  const ask = async (more: Record<string, string>) => {
    const form = { ...phone, ...more, "Content-Type": "application/x-www-form-urlencoded" };
    return textOf(await askRaw(`${url}/`, form, "POST", `number=${numbers.passportNumber}`));
  };
  const [page, part] = [await ask({}), await ask({ "X-In-Place": "1" })];
  // The time of a print has milliseconds.
  const lookupIn = (html: string) =>
    html.slice(html.indexOf('<div id="lookup"'), html.indexOf('<p id="lookup-status"')).replace(/<time.*?<\/time>/, "");
  const titleIn = (html: string) => html.match(/<title>.*<\/title>/)?.[0];
  expect(lookupIn(part)).toBe(lookupIn(page));
  expect(lookupIn(part)).toContain("<h2");
  expect(titleIn(part)).toBe(titleIn(page));
  expect(page).toContain("<header");
  expect(part).not.toMatch(/<header|<footer|<nav/);
});
