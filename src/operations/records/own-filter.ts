import { createHash } from "node:crypto";
import { z } from "zod";
import { isPortalError, PortalError } from "#core/errors.ts";
import { type OwnField, ownName, sameText } from "#core/own-fields/own-field.ts";
import { idOfFilter, isOwnId, isOwnPaper, searchedAmong } from "#core/own-fields/own-paper.ts";
import { readOwnValue } from "#core/own-fields/own-value.ts";
import { ownValueHash } from "#sealing/number-index.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { OwnCondition } from "#storage/database/records/list-filter.ts";
import { lastRecord, ownSearches } from "#storage/database/records/own-index.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";

/** What is searched for in own fields and papers, by id: "yes" for a paper that is there. "" finds the records that have nothing there. */
export type OwnSearch = Readonly<Record<string, string>>;

/** Refuses a field that is not searched, and one whose records are not all found yet: neither may look like an answer. */
export async function ownConditions(portal: Portal, own: OwnSearch): Promise<OwnCondition[]> {
  if (Object.keys(own).length === 0) return [];
  const { database, keyring, registry } = portal;
  const fields = await fieldsOf(portal, own);
  const searches = await ownSearches(database.read);
  const isComplete = ({ id }: OwnField) => searches.some(({ field, state }) => field === id && state === "complete");
  if (!fields.every(isComplete)) throw new PortalError("search-incomplete");
  return fields.map((field) => {
    const value = valueOf(field, own[field.id] ?? "");
    return { field: field.id, hashes: keyring.all.map((keySet) => ownValueHash(keySet, registry, field.id, value)) };
  });
}

async function fieldsOf(portal: Portal, own: OwnSearch): Promise<OwnField[]> {
  const searched = searchedAmong(await currentSettings(portal));
  return Object.keys(own).map((id) => searched.find((field) => field.id === id) ?? refuse(id));
}

function refuse(id: string): never {
  throw new PortalError("invalid", { fields: { [ownName(id)]: "unknown-choice" } });
}

/** Records may keep a choice that is not offered any more. */
function valueOf(field: OwnField, typed: string): string {
  const read = field.type === "choice" ? { value: typed } : readOwnValue(field, typed);
  // A record that lacks a paper does not say no.
  if ("value" in read) return isOwnPaper(field.id) && read.value === "no" ? "" : read.value;
  throw new PortalError("invalid", { fields: { [ownName(field.id)]: read.problem } });
}

/** Why a filter of a list shows nothing: its field, value or kind of document is not there. Null if the error is another one. */
export function ownFilterProblem(error: unknown): "incomplete" | "unknown" | null {
  if (!isPortalError(error)) return null;
  if (error.id === "search-incomplete") return "incomplete";
  return Object.keys(error.fields ?? {}).some((name) => idOfFilter(name) !== null || name === "missing")
    ? "unknown"
    : null;
}

/** How far the index of each field is, in percent. 100 only if it is complete. */
export async function ownSearchProgress({ database: { read } }: Portal): Promise<Map<string, number>> {
  const searches = await ownSearches(read);
  const isFilling = searches.some(({ state }) => state !== "complete");
  const last = isFilling ? Math.max(await lastRecord(read), 1) : 1;
  const percent = (filledTo: number) => Math.min(99, Math.floor((100 * filledTo) / last));
  return new Map(
    searches.map(({ field, state, filled_to: to }) => [field, state === "complete" ? 100 : percent(to)] as const),
  );
}

const nothing = "-";

/** The value of a filter as it stands in addresses and saved views. What may name or identify somebody is sealed. */
export function ownToAddress({ keyring }: Pick<Portal, "keyring">, { id, type }: OwnField, value: string): string {
  if (value === "") return nothing;
  if (type === "choice") return codeOfChoice(value);
  return isPlain(type) ? value : sealToken(keyring, purposeOf(id), value);
}

/** Returns what is searched for. Refuses what names no field that is searched, or no value of it. */
export async function ownFromAddress(portal: Portal, codes: OwnSearch): Promise<OwnSearch> {
  if (Object.keys(codes).length === 0) return {};
  const fields = await fieldsOf(portal, codes);
  return Object.fromEntries(
    fields.map((field) => [field.id, valueIn(portal, field, codes[field.id] ?? "") ?? refuse(field.id)]),
  );
}

/** Undefined if there is no such value. */
export function valueIn({ keyring }: Pick<Portal, "keyring">, field: OwnField, code: string): string | undefined {
  if (code === nothing) return "";
  if (field.type === "choice") return field.choices.find((choice) => codeOfChoice(choice) === code);
  if (isPlain(field.type)) return code;
  return z.string().safeParse(unsealToken(keyring, purposeOf(field.id), code)).data;
}

/** Seals what is sealed in the query of a view under the newest secret. */
export function sealedAgain({ keyring }: Pick<Portal, "keyring">, query: string): string {
  const again = [...new URLSearchParams(query)].map(([name, code]) => {
    const value = isOwnId(name) ? unsealToken(keyring, purposeOf(name), code) : null;
    return [name, value === null ? code : sealToken(keyring, purposeOf(name), value)];
  });
  return new URLSearchParams(again).toString();
}

const isPlain = (type: OwnField["type"]) => type === "yes-no" || type === "country" || type === "day";
const purposeOf = (id: string) => `own-filter ${id}`;

/** Without the words of the choice. It ends with them, if the choice is renamed. */
const codeOfChoice = (choice: string): string =>
  `c${createHash("sha256").update(sameText(choice)).digest("hex").slice(0, 12)}`;
