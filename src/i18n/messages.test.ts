import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

type Catalog = Record<string, unknown>;

const root = path.join(import.meta.dirname, "../..");
const catalog = (locale: string): Catalog =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, "messages", `${locale}.json`), "utf8"));

const english = catalog("en");
const bangla = catalog("bn");
const keys = Object.keys(english);

const placeholders = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].toSorted();

describe("messages", () => {
  test("there are some", () => {
    expect(keys.length).toBeGreaterThan(50);
  });

  test("Bangla has every message and no other, in the same order", () => {
    expect(Object.keys(bangla)).toEqual(keys);
  });

  test.each(keys)("%s says the same in Bangla", (key) => {
    expect(placeholders(bangla[key])).toEqual(placeholders(english[key]));
    expect(JSON.stringify(bangla[key])).toMatch(key === "paper_lmia" ? /LMIA/ : /\p{Script=Bengali}/u);
  });

  test("letters have one spelling each", () => {
    for (const text of [english, bangla].map((messages) => JSON.stringify(messages))) {
      expect(text).toBe(text.normalize("NFC"));
    }
  });

  test("every message is used", () => {
    const sources = ["src/ui", "src/web"].flatMap((folder) => sourcesIn(path.join(root, folder)));
    const used = new Set(sources.flatMap((source) => [...source.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)));
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
}
