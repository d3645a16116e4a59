import { documentKinds } from "#core/records/document-kinds.ts";
import { features } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { isBoxName, settingWordsOf } from "#i18n/setting-words.ts";
import { featureWords } from "./feature-words.ts";
import { type Boxes, featureBox, kindOfPlaceBox, type ShownSection } from "./sections.ts";

export type NamedBox = { name: string; label: string; value: string };

/** Returns the boxes that differ from `others`, with their values in words. */
export const namedBoxes = (
  { filled, titles = {} }: Pick<ShownSection, "filled" | "titles">,
  others: Boxes,
): NamedBox[] =>
  Object.entries(filled)
    .filter(([name, value]) => others[name] !== value)
    .map(([name, value]) => ({
      name,
      label: titles[kindOfPlaceBox(name) ?? ""] ?? labelOf(name) ?? name,
      value: wordsOf(name, value),
    }));

/** Null for what is not a setting. */
export function labelOf(name: string): string | null {
  const feature = featureIn(name);
  if (feature) return featureWords[feature].name();
  return isBoxName(name) ? settingWordsOf(name).label() : null;
}

const featureIn = (name: string) => features.find((feature) => featureBox(feature) === name);

const wordsOf = (name: string, value: string): string => choiceWords(name, value) || m.settings_nothing();

export function choiceWords(name: string, value: string): string {
  if (name === "shownKinds" || name === "kindsOff") return titlesOf(value);
  const { isSwitch = featureIn(name) !== undefined, choices } = isBoxName(name) ? settingWordsOf(name) : {};
  if (isSwitch) return value === "on" ? m.settings_on() : m.settings_off();
  return choices?.[value]?.label() ?? value;
}

const titlesOf = (shown: string): string =>
  documentKinds
    .filter((kind) => shown.split(",").includes(kind))
    .map((kind) => documentTitle(kind, "/"))
    .join(", ");
