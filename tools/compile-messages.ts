import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { compileProject } from "@inlang/paraglide-js";
import { type InlangProject, loadProjectFromDirectory, selectBundleNested } from "@inlang/sdk";
import { addedLanguages, isAddedLanguage, languages } from "../src/core/settings/languages.ts";

const project = "./src/i18n/project.inlang";
const outdir = "./src/i18n/compiled";
const texts = path.join(import.meta.dirname, "../src/i18n");

/** Our fonts have no hyphen that keeps a line together (U+2011). A hyphen and a word joiner, which is drawn as nothing, do the same. */
const inOurFonts = (text: string) => text.replaceAll("\u2011", "-\u2060");

/**
 * Compiles messages/ to typed functions in compiled/, one file for each language: they load in a quarter of the time that
 * one file for each message takes.
 */
const messageOptions = {
  project,
  outdir,
  outputStructure: "locale-modules",
  strategy: ["cookie", "preferredLanguage", "baseLocale"],
  cookieName: "language",
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  includeEslintDisableComment: false,
  additionalFiles: {
    "catalog-versions.js": catalogVersions(),
    "menu-messages.js": menuMessages(),
    "page-texts.js": pageTexts(),
  },
} satisfies Parameters<typeof compileProject>[0]["compilerOptions"] & { project: string; outdir: string };

/** A file system that writes only what our fonts can draw. */
const fsInOurFonts: typeof fs = {
  ...fs,
  promises: {
    ...fs.promises,
    writeFile: (file, content, options) =>
      fs.promises.writeFile(file, typeof content === "string" ? inOurFonts(content) : content, options),
  },
};

/** For the development server, where the compiler's own writer is used. */
export const watcherOptions = { ...messageOptions, fs: fsInOurFonts };

type Catalog = Record<string, string>;

/**
 * Compiles the messages for sources and tests, and for the bundles of the server and the browser, which package.json
 * ("imports") leads to bundled/. The bundler gives each page the messages that it shows, so there each message is a file.
 * A page that hydrates exists only in the site's own languages.
 */
export async function compileMessages(): Promise<void> {
  const opened = await loadProjectFromDirectory({ path: project, fs });
  const [problem] = await opened.errors.get();
  if (problem) throw problem;
  write(outdir, await compileProject({ project: opened, compilerOptions: messageOptions }));
  const settings = await opened.settings.get();
  const compiledFor = async (locales: readonly string[]): Promise<Catalog> => {
    await opened.settings.set({ ...settings, locales: [...locales] });
    const compilerOptions = { ...messageOptions, outputStructure: "message-modules" } as const;
    return compileProject({ project: opened, compilerOptions });
  };
  const whole = await compiledFor(settings.locales);
  const translated = await translatedLocales(opened, settings.locales);
  const ofBrowser = translated.map(({ file, locales }) => ({
    file,
    locales: locales.filter((locale) => !isAddedLanguage(locale)),
  }));
  write("./src/i18n/bundled/server", await withoutUntranslated(whole, translated, compiledFor));
  write("./src/i18n/bundled/browser", await withoutUntranslated(whole, ofBrowser, compiledFor));
  await opened.close();
  // The compiler leaves notes for editors beside the settings; nothing here needs them.
  for (const note of ["README.md", ".gitignore", ".meta.json"]) fs.rmSync(`${project}/${note}`, { force: true });
}

/** The compiler's own writer says nothing if the disk is full, and takes twice the processor time. */
function write(directory: string, catalog: Catalog) {
  fs.rmSync(directory, { recursive: true, force: true });
  fs.mkdirSync(path.join(directory, "messages"), { recursive: true });
  for (const [file, text] of Object.entries(catalog)) fs.writeFileSync(path.join(directory, file), inOurFonts(text));
}

type Translated = { file: string; locales: readonly string[] };

async function translatedLocales(opened: InlangProject, locales: readonly string[]): Promise<Translated[]> {
  const bundles = await selectBundleNested(opened.db).execute();
  return bundles.map(({ id, messages }) => ({
    file: `messages/${id}.js`,
    locales: locales.filter((locale) => messages.some((message) => message.locale === locale)),
  }));
}

/**
 * For each language without a translation, the compiler writes an alias and a branch: a tenth of the program. So each
 * message is taken from a compilation for its own languages alone.
 */
async function withoutUntranslated(
  whole: Catalog,
  translated: readonly Translated[],
  compiledFor: (locales: readonly string[]) => Promise<Catalog>,
): Promise<Catalog> {
  const catalog = { ...whole };
  for (const messages of Map.groupBy(translated, ({ locales }) => locales.join()).values()) {
    const compiled = await compiledFor(messages[0]?.locales ?? []);
    for (const { file } of messages) {
      const module = compiled[file];
      if (module === undefined) throw new Error(`${file} was not compiled: its key is a word of JavaScript`);
      catalog[file] = module;
    }
  }
  return catalog;
}

/**
 * Versions of the added languages. A person who confirms a language confirms one version: the hash of all its words.
 */
function catalogVersions(): string {
  const versions = Object.fromEntries(addedLanguages.map((language) => [language, versionOf(language)]));
  const type = 'Readonly<Record<import("#core/settings/languages.ts").AddedLanguage, string>>';
  return `/** @type {${type}} */\nexport const catalogVersions = ${JSON.stringify(versions)};\n`;
}

/** The messages whose English texts are in the default menus. A page with menus loads no other messages for them. */
function menuMessages(): string {
  const english = filesIn("messages", "en").map((file) => fs.readFileSync(file, "utf8"));
  const keys = english
    .join()
    .matchAll(/"((?:official|category|nav|foot)_\w+|check_(?:passport|visa)_link|report_link|site_search_label)":/g);
  return [...keys].map(([, key]) => `export { ${key} } from "./messages.js";\n`).join("");
}

/** The texts of pages/. The first line of a file is the title. */
function pageTexts(): string {
  const read = (file: string): [page: string, text: Catalog] => {
    const [, title, body] = /^# ([^\n]+)\n\n(.+)\n$/s.exec(fs.readFileSync(file, "utf8")) ?? [];
    if (!title || !body) throw new Error(`${file} has no title or no text`);
    return [path.basename(file, ".md"), { title, body }];
  };
  const inLanguage = (language: string) => Object.fromEntries(filesIn("pages", language).map((file) => read(file)));
  const all = Object.fromEntries(languages.map((language) => [language, inLanguage(language)]));
  const [language, page, text] = [
    'import("#core/settings/languages.ts").Language',
    ...["TextPage", "PageText"].map((name) => `import("#core/texts/page-text.ts").${name}`),
  ];
  const type = `Readonly<Record<${language}, Readonly<Record<${page}, ${text}>>>>`;
  return `/** @type {${type}} */\nexport const deliveredTexts = ${JSON.stringify(all)};\n`;
}

function filesIn(...folder: string[]): string[] {
  const whole = path.join(texts, ...folder);
  return fs.readdirSync(whole).map((name) => path.join(whole, name));
}

function versionOf(language: string): string {
  const files = [...filesIn("messages", language), ...filesIn("pages", language)];
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(fs.readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
