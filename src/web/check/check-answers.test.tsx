import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { defaultSettings } from "#core/settings/settings.ts";
import { CheckAnswers } from "./check-answers.tsx";

const { operator } = defaultSettings("2026-11-29");

/** The template or the case around each red word, in their order. */
function red(html: string): string[] {
  const found = new Set<string>();
  let last = "";
  for (const [tag, id, name] of html.matchAll(
    /<[^>]*?(?:id="check-([^"]*)"|data-(?:case|unlisted)="([^"]*)"|text-alarm)[^>]*>/g,
  )) {
    last = id ?? name ?? last;
    if (tag.includes("text-alarm")) found.add(last);
  }
  return [...found].toSorted();
}

test("only what is wrong is red: not what is too old to tell, a clock, a key that is not known yet, or another site", () => {
  expect(red(renderToStaticMarkup(<CheckAnswers operator={operator} lookupPolicy="open" />))).toEqual([
    "altered",
    "another-address",
    "another-key",
    "broken",
    "ended",
    "leads-to",
    "log-withdrawn",
    "lost-leaves",
    "not-listed",
    "not-logged",
    "revoked",
    "split-view",
    "unsigned",
    "withdrawn",
  ]);
});
