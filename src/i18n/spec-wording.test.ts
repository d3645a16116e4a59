import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { m } from "#i18n/compiled/messages.js";
import { isLanguage } from "#core/settings/languages.ts";
import { offeredLocales, specWording } from "./offered-locales.ts";

type Catalog = Record<string, unknown>;

const folder = path.join(import.meta.dirname, "messages");
const inFile = (locale: string, file: string): Catalog =>
  JSON.parse(readFileSync(path.join(folder, locale, file), "utf8"));
const catalog = (locale: string): Catalog =>
  Object.assign({}, ...readdirSync(path.join(folder, locale)).map((file) => inFile(locale, file)));
const english = catalog("en");
const overrides = catalog(specWording);

/**
 * The texts of the specification by section, letter for letter, each followed by the keys of the messages in which we
 * use it.
 */
const specification: Readonly<Record<string, readonly (readonly string[])[]>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "spec-wording.json"), "utf8"),
);

/**
 * Texts of the specification that no wording of ours contains. They speak for Australia, or name something that the site
 * does not have (Events).
 */
const leftOut = [
  "Australians",
  "Connecting with Australia",
  "Showcasing Australia",
  "Events",
  "Australia Governmentnet Verified ID Card",
];

const texts = Object.entries(specification).flatMap(([section, ofSection]) =>
  ofSection.flatMap(([text = "", ...keys]) => keys.map((key) => ({ section, text, key }))),
);

describe("the specification's wording", () => {
  test.each(texts)("section $section: $text ($key)", ({ key, text }) => {
    expect(overrides[key] ?? english[key]).toBe(text);
  });

  test("is English where the specification has the same text", () => {
    expect([m.menu, m.or, m.home].map((say) => say({}, { locale: specWording }))).toEqual(["MENU", "OR", "Home"]);
  });

  test("contains only texts that differ from English, and only texts of the specification", () => {
    const differing = texts.filter(({ key, text }) => english[key] !== text);
    expect(overrides).toEqual(Object.fromEntries(differing.map(({ key, text }) => [key, text])));
  });

  test.each(leftOut)("does not contain %j", (text) => expect(Object.values(overrides)).not.toContain(text));

  test("claims nothing for a government, least of all on the ID card", () => {
    expect(JSON.stringify(overrides)).not.toMatch(/government|australia|verified|embassy|official/i);
    expect(m.document_id_card({}, { locale: specWording })).toBe("ID card");
  });

  test("cannot be chosen by visitors", () => {
    expect(offeredLocales).toEqual(["en", "bn"]);
    expect(isLanguage(specWording)).toBe(false);
  });
});
