import { expect, test } from "vitest";
import { m } from "#i18n/compiled/messages.js";
import { saysWhatProgramSays } from "./words-of-program.ts";

test.each([
  ["as a page says it", "Published on"],
  ["in other letters and spaces", " PUBLISHED  ON:"],
  ["in another language of the site", "प्रकाशित मिति"],
  ["with an invisible letter", "Pub\u200Blished on"],
  ["with letters that look alike", "Vаlid untіl"],
  ["with accents", "Vérified"],
  ["with wide letters", "Ｖａｌｉｄ"],
  ["as the verdict", m.check_stands()],
])("a name that says what the site says, %s, is known", (_, label) => {
  expect(saysWhatProgramSays(label)).toBe(true);
});

test.each([
  "Kafeel",
  "Employer in Doha",
  "Visa number of the sponsor",
  "Police clearance verified by",
  "Où est le dossier",
  "রেফারেন্স",
])("%s is the operator's own", (label) => {
  expect(saysWhatProgramSays(label)).toBe(false);
});
