import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { type AddedLanguage, addedLanguages } from "../src/core/settings/languages.ts";

/**
 * Versions of the added languages. A person who confirms a language confirms one version: the hash of all its words.
 */
export const catalogVersions: Plugin = {
  name: "attestry:catalog-versions",
  resolveId: (id) => (id === "virtual:catalog-versions" ? `\0${id}` : null),
  load(id) {
    if (id !== "\0virtual:catalog-versions") return null;
    const versions = addedLanguages.map((language) => [language, versionOf(language)]);
    return `export const catalogVersions = ${JSON.stringify(Object.fromEntries(versions))};`;
  },
};

function versionOf(language: AddedLanguage): string {
  const messages = `src/i18n/messages/${language}`;
  const files = [
    ...readdirSync(messages).map((name) => `${messages}/${name}`),
    `src/i18n/delivered-texts/${language}.ts`,
  ];
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
