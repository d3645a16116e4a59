import { describe, expect, test } from "vitest";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import { type Blanks, fillIn } from "#core/texts/fill-in.ts";
import { parseMarkup } from "#core/texts/markup.ts";
import { parsePageText, textPages } from "#core/texts/page-text.ts";
import { languages } from "#core/settings/languages.ts";
import { claims, scripts } from "#test/support/languages.ts";
import { deliveredText, pageText } from "./page-texts.ts";

const partsOf = (body: string) => parseMarkup(body).flatMap(({ lines }) => lines.flat());

/** The parts of a text that have to be the same in every language: its structure, its link targets and its blanks. */
const structure = (body: string) => ({
  blocks: parseMarkup(body).map((block) => [block.kind, block.lines.length]),
  leadsTo: partsOf(body).flatMap((part) => (part.kind === "link" ? [part.to] : [])),
  blanks: partsOf(body)
    .flatMap((part) => (part.kind === "blank" ? [part.name] : []))
    .toSorted(),
});

describe.each(textPages)("the delivered text of /%s", (page) => {
  const [english, bangla] = [deliveredText(page, "en"), deliveredText(page, "bn")];

  test.each(languages)("is valid in %s, built like the English text, and has no unparsed mark", (language) => {
    const text = deliveredText(page, language);
    expect(parsePageText(text)).toEqual(text);
    expect(structure(text.body)).toEqual(structure(english.body));
    expect(text.title).toMatch(scripts[language]);
    expect(text.body).toBe(text.body.normalize("NFC"));
    for (const part of partsOf(text.body)) {
      expect(part).not.toMatchObject({ text: expect.stringMatching(/[[\]{}#*]/) });
    }
  });

  test("links to no page that needs a number, because an operator may allow share codes only", () => {
    const byNumber = Object.keys(lookupPages).filter((path) => path !== "/");
    expect(structure(english.body).leadsTo.filter((to) => byNumber.includes(to))).toEqual([]);
  });

  test("makes no claim that only an office can make", () => {
    for (const language of languages) expect(deliveredText(page, language).body).not.toMatch(claims[language]);
  });

  test("has only negative sentences about what an answer does not say", () => {
    const [, ofAnswer = ""] = /## যা বলে না\n([^#]*)/.exec(bangla.body) ?? [];
    for (const line of ofAnswer.trim().split("\n")) expect(line).toMatch(/^$|না।/);
  });

  test("is complete if only the name of the operator is known", () => {
    const operator = { kind: "words", text: "Shapla Overseas" } as const;
    const others = { site: null, licence: null, register: null, address: null, phone: null, email: null };
    const blanks: Blanks = { operator, ...others };
    const kinds = fillIn(parseMarkup(english.body), blanks).map(({ kind }) => kind);
    expect(kinds.length).toBeGreaterThan(3);
    expect(kinds.at(-1)).not.toBe("heading");
  });
});

test("the operator’s own text replaces the delivered text, for that page and language only", () => {
  const own = { title: "Who we are", body: "Five people." };
  const texts = { about: { en: own } };
  expect(pageText(texts, "about", "en")).toEqual(own);
  expect(pageText(texts, "about", "bn")).toEqual(deliveredText("about", "bn"));
  expect(pageText(texts, "terms", "en")).toEqual(deliveredText("terms", "en"));
  expect(defaultSettings("2026-03-03").texts).toEqual({});
});
