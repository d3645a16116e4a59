import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { addedLanguages } from "#core/settings/languages.ts";
import { defaultOfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { deliveredTexts } from "#i18n/compiled/page-texts.js";
import { claims, scripts } from "#test/support/languages.ts";
import { isForVisitors, visitorFiles } from "./visitor-messages.ts";

type Catalog = Record<string, unknown>;
type ProjectSettings = { "plugin.inlang.messageFormat": { pathPattern: string[] } };

const root = path.join(import.meta.dirname, "../..");
const folder = (locale: string) => path.join(import.meta.dirname, "messages", locale);
const files = readdirSync(folder("en"));
const inFile = (locale: string, file: string): Catalog =>
  JSON.parse(readFileSync(path.join(folder(locale), file), "utf8"));
const catalog = (locale: string): Catalog =>
  Object.assign({}, ...readdirSync(folder(locale)).map((file) => inFile(locale, file)));

const english = catalog("en");
const bangla = catalog("bn");
const keys = Object.keys(english);

/** Offices and documents that have the same name in every language. */
const isName = /^(?:document_lmia|official_(?:safe_work|business$|services_australia|health_canada|public_safety))/;

const placeholders = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].toSorted();

describe("messages", () => {
  test("exist", () => {
    expect(keys.length).toBeGreaterThan(50);
  });

  test.each(files)("in %s have the same keys in English and Bangla, in the same order", (file) => {
    expect(Object.keys(inFile("bn", file))).toEqual(Object.keys(inFile("en", file)));
  });

  test("are read from every file by the compiler, and no message is in two files", () => {
    const settings = readFileSync(path.join(import.meta.dirname, "project.inlang/settings.json"), "utf8");
    const { "plugin.inlang.messageFormat": plugin }: ProjectSettings = JSON.parse(settings);
    expect(plugin.pathPattern.toSorted()).toEqual(files.map((file) => `./messages/{locale}/${file}`).toSorted());
    const all = files.flatMap((file) => Object.keys(inFile("en", file)));
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
    expect(keys).toHaveLength(all.length);
  });

  test.each(keys)("have the same placeholders in Bangla, and Bangla letters: %s", (key) => {
    expect(placeholders(bangla[key])).toEqual(placeholders(english[key]));
    expect(JSON.stringify(bangla[key])).toMatch(key.startsWith("document_lmia") ? /LMIA/ : /\p{Script=Bengali}/u);
  });

  describe.each(addedLanguages)("%s", (language) => {
    const translated = catalog(language);

    test("has exactly the messages for visitors, in the same order", () => {
      expect(readdirSync(folder(language)).toSorted()).toEqual(visitorFiles.map((name) => `${name}.json`).toSorted());
      for (const file of readdirSync(folder(language))) {
        const ofVisitors = Object.keys(inFile("en", file)).filter((key) => isForVisitors(key));
        expect(Object.keys(inFile(language, file))).toEqual(ofVisitors);
      }
    });

    test("has the same placeholders, its own letters and plural forms, and claims nothing about a document", () => {
      expect(JSON.stringify(translated)).toBe(JSON.stringify(translated).normalize("NFC"));
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const [key, message] of Object.entries(translated)) {
        expect([key, placeholders(message)]).toEqual([key, placeholders(english[key])]);
        if (isName.test(key)) continue;
        const text = JSON.stringify(message);
        expect([key, text]).toEqual([key, expect.stringMatching(scripts[language])]);
        if (!key.startsWith("official_"))
          expect([key, text]).not.toEqual([key, expect.stringMatching(claims[language])]);
        const forms = new Set([...text.matchAll(/"form=(\w+)"/g)].map(([, form]) => form));
        if (typeof message !== "string") expect([key, forms]).toEqual([key, new Set(pluralCategories)]);
      }
    });
  });

  test("write no number before a plural that it does not choose", () => {
    const beforePlural =
      /\{(?:all|count|days|documents|found|known|left|misses|months|most|names|records|seconds|uses|written)\} (?:more |public |share )?(?!is\b|was\b)[a-z]+s\b/;
    // More than one each time they are written.
    const many =
      /^(?:(?:overview_ending|filter_ends_within|api_keys_for_days|loose_together)$|(?:desk|mail_desk|organisation)_stopped_)/;
    const wrong = Object.entries(english).flatMap(([key, text]) =>
      typeof text === "string" &&
      beforePlural.test(text.replaceAll(/(?:more than|at least) \{/gi, "")) &&
      !many.test(key)
        ? [key]
        : [],
    );
    expect(wrong).toEqual([]);
  });

  test("use one Unicode form (NFC)", () => {
    for (const text of [english, bangla].map((messages) => JSON.stringify(messages))) {
      expect(text).toBe(text.normalize("NFC"));
    }
  });

  test("use one Bangla word for each thing, as docs/glossary.md lists them", () => {
    const office = path.join(root, "docs/office");
    const help = readdirSync(office).flatMap((name) =>
      name.endsWith(".bn.md") ? [readFileSync(path.join(office, name), "utf8")] : [],
    );
    const others =
      /আইআরসিসি|বিএমইটি|(?<!ই)মেইল|সাইন[- ]ইন|ফর্ম|উপর|ডেটাবেজ|লিঙ্ক|জিজ্ঞাসা কর|QR কোড|স্থগিত|ভূমিকা|খতি(?:য়|\u09DF)ান/;
    const texts = JSON.stringify([bangla, deliveredTexts.bn, ...help]);
    expect(texts).not.toMatch(others);
    // মালিক is an employer, and দর্শক watches a play.
    expect(texts).not.toMatch(/মালিক|(?<!প্র)দর্শক/);
    // In messages and help, an ending stays on the line of a Latin word: the hyphen before it is U+2011.
    expect(JSON.stringify([bangla, ...help]).match(/[}A-Za-z\d]-\p{Script=Bengali}+/gu)).toBeNull();
    // Our fonts lack that hyphen, so compiled messages have two signs in its place, and texts of pages a plain hyphen.
    expect(m.holder_pin_of({ name: "Rahim" }, { locale: "bn" })).toContain("Rahim-\u2060এর");
    expect(JSON.stringify(deliveredTexts.bn)).not.toMatch(/[\u2011\u2060]/);
    // Visitors and staff read the same word for a record.
    const ofRecords = visitorFiles.flatMap((name) =>
      Object.entries(inFile("en", `${name}.json`)).flatMap(([key, text]) =>
        /\brecords?\b/i.test(JSON.stringify(text)) ? [key] : [],
      ),
    );
    expect(ofRecords.filter((key) => JSON.stringify(bangla[key]).includes("তথ্য"))).toEqual([]);
  });

  // An item vanishes with a link whose feature is off.
  test("of delivered pages have one link at most in an item of a list", () => {
    const lines = Object.values(deliveredTexts).flatMap((texts) =>
      Object.values(texts).flatMap(({ body }) => body.split("\n")),
    );
    expect(lines.filter((line) => /^(?:-|\d+\.) .*\]\(.*\]\(/.test(line))).toEqual([]);
  });

  test("are all used", () => {
    const sources = sourcesIn(path.join(root, "src"));
    const used = new Set(sources.flatMap((source) => [...source.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)));
    // Messages of menus are found by their English text (web/frame/menus/official-words.ts).
    const menus = JSON.stringify([defaultMenus, defaultOfficialPlaces]);
    const isInMenus = (key: string) => menus.includes(JSON.stringify(english[key]));
    expect(keys.filter((key) => !used.has(key) && !isInMenus(key))).toEqual([]);
  });
});

function sourcesIn(start: string): string[] {
  return readdirSync(start, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(start, name), "utf8"));
}
