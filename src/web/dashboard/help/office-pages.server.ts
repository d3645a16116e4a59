import { Marked, type Tokens } from "marked";
import { features, isOn, type WithFeatures } from "#core/settings/features.ts";
import type { Language } from "#core/settings/languages.ts";

/** The documents of docs/office as Markdown, by path. */
const documents = import.meta.glob<string>("/docs/office/*.md", { query: "?raw", import: "default", eager: true });

export type OfficePage = { name: string; title: string; html: string };

/**
 * Returns the documents for the office in a language, in the order in which its README lists them, without what is about
 * features that are off.
 */
export function officePages(language: Language, site: WithFeatures): { welcome: string; office: OfficePage[] } {
  const ending = language === "bn" ? ".bn.md" : ".md";
  const source = (name: string) => aboutWhatIsOn(documents[`/docs/office/${name}${ending}`] ?? "", site);
  const readme = source("README");
  const names = [...readme.matchAll(/^\|.*\]\((\w+)[.\w]*\)/gm)].map(([, name = ""]) => name);
  return {
    welcome: toHtml(readme.replaceAll(/^\|.*\n/gm, "")),
    office: names.map((name) => ({ name, title: titleOf(source(name)), html: toHtml(source(name)) })),
  };
}

/** A line or, by its heading, a section that ends with `<!-- feature -->` is about that feature. */
function aboutWhatIsOn(source: string, site: WithFeatures): string {
  const isAboutOff = (line: string) => features.some((one) => !isOn(site, one) && line.endsWith(`<!-- ${one} -->`));
  const sections = source.split(/^(?=## )/m).filter((section) => !isAboutOff(section.split("\n", 1)[0] ?? ""));
  const lines = sections.join("").split("\n");
  return lines
    .filter((line) => !isAboutOff(line))
    .join("\n")
    .replaceAll(/ *<!-- \w+ -->$/gm, "");
}

const titleOf = (source: string) => source.slice("# ".length, source.indexOf("\n"));

/** Without the document's title, the link to its other language, and pictures: the reader has the pages themselves. */
const toHtml = (source: string): string =>
  markdown.parse(
    source
      .replace(/^# .*\n/, "")
      .replace(otherLanguage, "")
      .replaceAll(/^!\[.*\n\n/gm, ""),
    {
      async: false,
    },
  );

const otherLanguage = /\[(বাংলায়|In English)\]\(\w+[.\w]*\)/;

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }: Tokens.Heading) {
      return `<h${depth + 1}>${this.parser.parseInline(tokens)}</h${depth + 1}>`;
    },
    /** A link to another document for the office leads to its part of the page. Links to other documents are text. */
    link({ href, tokens }: Tokens.Link) {
      const words = this.parser.parseInline(tokens);
      const name = /^(\w+)(\.bn)?\.md/.exec(href)?.[1];
      return name === undefined ? words : `<a href="#${name}">${words}</a>`;
    },
  },
});
