import { fieldNames } from "#core/records/record-fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import { documentsOfRecord } from "#core/records/record-details.ts";
import { lastDaysIn } from "#core/records/sent-last-days.ts";
import { decodedOrNull } from "#core/stored/decoders.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay, writtenTime } from "#i18n/written.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { type HistoryPage, readHistory } from "#operations/records/read-record.ts";
import { type FieldChange, historyActions, type HistoryLine } from "./record-history.tsx";

/** Returns the events that made the versions after the one that somebody saw, the newest first. */
export async function eventsSince(portal: Portal, actor: Actor, now: { id: string; version: number }, seen: number) {
  const { events } = await readHistory(portal, actor, now.id, { limit: 100 });
  return events.filter(({ action }) => makesVersion(action)).slice(0, Math.max(0, now.version - seen));
}

/** Every change of the record makes one event and one version. Comments, assignments and links make no version. */
const makesVersion = (action: AuditAction): boolean =>
  /^(?:candidate|revision)-/.test(action) || action === "document-kept-back" || action === "document-given-back";

export const historyLines = (events: HistoryPage["events"]): HistoryLine[] =>
  events.flatMap(({ at, action, actor, details, assigned }) => {
    if (!isShown(action)) return [];
    const changes = action === "candidate-added" ? [] : changesIn(details);
    if (action === "record-assigned" && assigned) changes.push(assignment(assigned));
    if (action === "record-kept") changes.push(...keptLonger(details));
    return [{ at: writtenTime(at), who: actor.name, action, changes }];
  });

const assignment = ({ from, to }: Readonly<Record<"from" | "to", string | null>>): FieldChange => ({
  kind: "text",
  field: "assignedTo",
  from: from ?? "",
  to: to ?? m.assigned_to_nobody(),
});

const keptLonger = ({ keptUntil, keepReason }: AuditDetails): FieldChange[] => [
  { kind: "text", field: "keptUntil", from: dayOf(keptUntil?.from), to: dayOf(keptUntil?.to) },
  { kind: "text", field: "keepReason", from: "", to: textOf(keepReason?.to) },
];

const dayOf = (value: unknown) => (typeof value === "string" ? writtenDay(value) : "");

/**
 * Returns what changed in a record since it was last sent back, as one change per field. `latestFirst` is its history,
 * the newest event first.
 */
export function changesSinceReturn(latestFirst: HistoryPage["events"]): FieldChange[] {
  const sentBack = latestFirst.findIndex(({ action }) => action === "candidate-sent-back");
  const since = latestFirst.slice(0, Math.max(sentBack, 0)).flatMap(({ details }) => Object.entries(details));
  const whole: AuditDetails = {};
  for (const [field, { from, to }] of since) whole[field] = { from, to: whole[field] ? whole[field].to : to };
  return changesIn(whole).filter((change) => change.kind === "document" || change.from !== change.to);
}

const isShown = (action: string): action is HistoryLine["action"] => Object.hasOwn(historyActions, action);

export function changesIn(details: AuditDetails): FieldChange[] {
  const typed = ([...fieldNames, "returnReason"] as const).flatMap((field): FieldChange[] => {
    const change = details[field];
    return change ? [{ kind: "text", field, from: textOf(change.from), to: textOf(change.to) }] : [];
  });
  const pages = details["documents"];
  const [from, to] = [imagesOf(pages?.from), imagesOf(pages?.to)];
  const documents = documentKinds
    .filter((kind) => from[kind] !== to[kind])
    .map((field): FieldChange => ({ kind: "document", field, was: documentChange(from[field], to[field]) }));
  return [...typed, ...documents, ...lastDayChanges(details), ...keptBackChanges(details)];
}

function keptBackChanges({ keptBack }: AuditDetails): FieldChange[] {
  const [from, to] = [kindsIn(keptBack?.from), kindsIn(keptBack?.to)];
  return documentKinds
    .filter((kind) => from.includes(kind) !== to.includes(kind))
    .map((field) => ({ kind: "document", field, was: to.includes(field) ? "kept-back" : "given-back" }));
}

const kindsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function lastDayChanges({ lastDays }: AuditDetails): FieldChange[] {
  const [from, to] = [lastDaysIn(lastDays?.from), lastDaysIn(lastDays?.to)];
  const written = (day: string | undefined) => (day ? writtenDay(day) : "");
  return kindsWithLastDay
    .filter((kind) => from[kind] !== to[kind])
    .map((kind) => ({ kind: "text", field: lastDayField(kind), from: written(from[kind]), to: written(to[kind]) }));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function documentChange(from: string | undefined, to: string | undefined) {
  if (!from) return "added";
  return to ? "replaced" : "removed";
}

/** Returns the image names of each document's pages. They identify a document: no two uploads share an image. */
function imagesOf(documents: unknown): Readonly<Record<string, string | undefined>> {
  const stored = Object.entries(decodedOrNull(documentsOfRecord, documents) ?? {});
  return Object.fromEntries(stored.map(([kind, pages]) => [kind, pages.map(({ image }) => image).join(" ")]));
}
