import { createHash } from "node:crypto";
import { publicKinds } from "#core/records/document-kinds.ts";
import type { AnyKind, PapersHere } from "#core/own-fields/own-paper.ts";
import { kindsWithPlacesHere, maxPlaces, type OfficialPlaces } from "#core/settings/official-places.ts";
import type { WithFeatures } from "#core/settings/features.ts";
import type { SectionId } from "#core/settings/sections.ts";
import { type Settings, settingsOfSection } from "#core/settings/settings.ts";
import { staffTitle } from "#i18n/document-titles.ts";
import { type Boxes, officialPlaceBox, type ShownSection } from "./sections.ts";

/** What a form asks for, before it is checked. */
type Asked = Readonly<Record<string, unknown>> & PapersHere & Pick<Settings, "officialPlaces">;

const fill = (id: SectionId, site: WithFeatures, asked: Asked): Boxes =>
  Object.fromEntries(
    id === "places"
      ? kindsWithPlacesHere(asked).flatMap((kind) => placesOf(asked.officialPlaces, kind))
      : settingsOfSection(site, id).flatMap((name) => boxesOf(name, asked[name])),
  );

/** A setting with parts has a box for each. The type of a value decides how it stands in its box. */
function boxesOf(name: string, value: unknown): [name: string, written: string][] {
  if (isGroup(value)) return Object.entries(value).flatMap(([part, inner]) => boxesOf(`${name}.${part}`, inner));
  if (typeof value === "boolean") return [[name, value ? "on" : ""]];
  if (typeof value === "number") return [[name, value < 0 ? "" : String(value)]];
  return [[name, Array.isArray(value) ? inOrder(value).join(",") : String(value)]];
}

/** Trims texts: links and mail addresses often have a space from where they were copied. A text without a box stays. */
function valueIn(form: URLSearchParams, name: string, before: unknown): unknown {
  if (isGroup(before))
    return Object.fromEntries(
      Object.entries(before).map(([part, inner]) => [part, valueIn(form, `${name}.${part}`, inner)]),
    );
  if (typeof before === "boolean") return form.get(name) === "on";
  if (typeof before === "number") return numberIn(form.get(name) ?? "");
  return Array.isArray(before) ? inOrder(form.getAll(name).join(",").split(",")) : (form.get(name)?.trim() ?? before);
}

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns -1, which no setting accepts, for text that is not a number. */
const numberIn = (text: string): number => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : -1);

const inOrder = (kinds: readonly unknown[]) => publicKinds.filter((kind) => kinds.includes(kind));

const placesOf = (places: OfficialPlaces, kind: AnyKind): [string, string][] =>
  placesInBoxes.flatMap((at) =>
    (["label", "to"] as const).map((part): [string, string] => [
      officialPlaceBox(kind, at, part),
      places[kind]?.[at]?.[part] ?? "",
    ]),
  );

const placesInBoxes = Array.from({ length: maxPlaces }, (_, at) => at);

/** A place that stays keeps its translations, which have no box. */
const placesOfKind = (form: URLSearchParams, kind: AnyKind, before: OfficialPlaces) =>
  placesInBoxes
    .map((at) => ({
      label: (form.get(officialPlaceBox(kind, at, "label")) ?? "").trim(),
      to: (form.get(officialPlaceBox(kind, at, "to")) ?? "").trim(),
    }))
    .filter(({ label, to }) => label !== "" || to !== "")
    .map((typed) => before[kind]?.find(({ label, to }) => label === typed.label && to === typed.to) ?? typed);

function placesIn(form: URLSearchParams, site: Settings): OfficialPlaces {
  const before = site.officialPlaces;
  // A kind that is off and a paper that visitors do not see have no boxes, and keep their places.
  const kinds = kindsWithPlacesHere(site).filter((kind) => form.has(officialPlaceBox(kind, 0, "label")));
  const typed = Object.fromEntries(kinds.map((kind) => [kind, placesOfKind(form, kind, before)]));
  return Object.fromEntries(Object.entries({ ...before, ...typed }).filter(([, some]) => some.length > 0));
}

export function shownSection(id: SectionId, settings: Settings): ShownSection {
  const filled = fill(id, settings, settings);
  const seen = createHash("sha256").update(JSON.stringify(filled)).digest("base64url").slice(0, 22);
  return { id, seen, filled, ...(id === "places" && { titles: titlesHere(settings) }) };
}

const titlesHere = (site: PapersHere) =>
  Object.fromEntries(kindsWithPlacesHere(site).map((kind) => [kind, staffTitle(kind, site.ownPapers)]));

/** Returns all settings with what a form asks for, and its boxes for showing them again. Empty places leave no gap. */
export function readSection(id: SectionId, form: URLSearchParams, before: Settings): { asked: Asked; typed: Boxes } {
  const changed =
    id === "places"
      ? { officialPlaces: placesIn(form, before) }
      : Object.fromEntries<unknown>(
          settingsOfSection(before, id).map((name) => [name, valueIn(form, name, before[name])]),
        );
  const asked = { ...before, ...changed };
  return { asked, typed: fill(id, before, asked) };
}
