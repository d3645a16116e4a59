import { fieldNames } from "#core/records/record-fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { type OwnLabels, type OwnName, ownName, type OwnValues } from "#core/own-fields/own-field.ts";
import {
  type AnyKind,
  everyLabel,
  type OwnDeclared,
  type OwnPaperId,
  withOwnPapers,
} from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import { documentsOfRecord, ownValues } from "#core/records/record-details.ts";
import { lastDaysIn } from "#core/records/sent-last-days.ts";
import { decodedOrNull } from "#core/stored/decoders.ts";
import { m } from "#i18n/compiled/messages.js";
import { wordsOfOwn } from "#i18n/own-field-words.ts";
import { writtenDay, writtenTime } from "#i18n/written.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { type HistoryPage, readHistory } from "#operations/records/read-record.ts";
import { fieldLabel } from "../record-list/particulars.ts";
import { type FieldChange, historyActions, type HistoryLine } from "./record-history.tsx";

/** Returns the events that made the versions after the one that somebody saw, the newest first. */
export async function eventsSince(portal: Portal, actor: Actor, now: { id: string; version: number }, seen: number) {
  const { events } = await readHistory(portal, actor, now.id, { limit: 100 });
  return events.filter(({ action }) => makesVersion(action)).slice(0, Math.max(0, now.version - seen));
}

/** Every change of the record makes one event and one version. Comments, assignments and links make no version. */
const makesVersion = (action: AuditAction): boolean =>
  /^(?:candidate|revision)-/.test(action) || action === "document-kept-back" || action === "document-given-back";

export const historyLines = (events: HistoryPage["events"], declared: OwnDeclared): HistoryLine[] =>
  events.flatMap(({ at, action, actor, details, assigned }) => {
    if (!isShown(action)) return [];
    const changes = action === "candidate-added" ? [] : changesIn(details, declared);
    if (action === "record-assigned" && assigned) changes.push(assignment(assigned));
    if (action === "record-kept") changes.push(...keptLonger(details));
    return [{ at: writtenTime(at), who: actor.name, action, changes }];
  });

type BuiltIn = Exclude<Extract<FieldChange, { kind: "text" }>["field"], OwnName | `lastDays.${OwnPaperId}`>;

const change = (field: BuiltIn, from: string, to: string): FieldChange => ({
  kind: "text",
  field,
  label: fieldLabel(field),
  from,
  to,
});

const assignment = ({ from, to }: Readonly<Record<"from" | "to", string | null>>): FieldChange =>
  change("assignedTo", from ?? "", to ?? m.assigned_to_nobody());

const keptLonger = ({ keptUntil, keepReason }: AuditDetails): FieldChange[] => [
  change("keptUntil", dayOf(keptUntil?.from), dayOf(keptUntil?.to)),
  change("keepReason", "", textOf(keepReason?.to)),
];

const dayOf = (value: unknown) => (typeof value === "string" ? writtenDay(value) : "");

/**
 * Returns what changed in a record since it was last sent back, as one change per field. `latestFirst` is its history,
 * the newest event first.
 */
export function changesSinceReturn(latestFirst: HistoryPage["events"], declared: OwnDeclared): FieldChange[] {
  const sentBack = latestFirst.findIndex(({ action }) => action === "candidate-sent-back");
  const since = latestFirst.slice(0, Math.max(sentBack, 0)).flatMap(({ details }) => Object.entries(details));
  const whole: AuditDetails = {};
  for (const [field, { from, to }] of since) whole[field] = { from, to: whole[field] ? whole[field].to : to };
  return changesIn(whole, declared).filter((one) => one.kind !== "text" || one.from !== one.to);
}

const isShown = (action: string): action is HistoryLine["action"] => Object.hasOwn(historyActions, action);

export function changesIn(details: AuditDetails, declared: OwnDeclared): FieldChange[] {
  const labels = everyLabel(declared);
  const typed = ([...fieldNames, "returnReason"] as const).flatMap((field): FieldChange[] => {
    const found = details[field];
    return found ? [change(field, textOf(found.from), textOf(found.to))] : [];
  });
  const pages = details["documents"];
  const [from, to] = [imagesOf(pages?.from), imagesOf(pages?.to)];
  const documents = withOwnPapers(documentKinds, from, to)
    .filter((kind) => from[kind] !== to[kind])
    .map((field) => ofDocument(field, documentChange(from[field], to[field]), labels));
  return [
    ...typed,
    ...ownChanges(details, declared),
    ...documents,
    ...lastDayChanges(details, labels),
    ...keptBackChanges(details),
    ...ownKeptBackChanges(details, declared),
  ];
}

type DocumentChange = Extract<FieldChange, { kind: "document" }>;

const ofDocument = (field: AnyKind, was: DocumentChange["was"], labels: OwnLabels): FieldChange => ({
  kind: "document",
  field,
  label: fieldLabel(field, labels),
  was,
});

/** Values of removed fields change when a record is put back. */
function ownChanges({ own }: AuditDetails, { ownFields }: OwnDeclared): FieldChange[] {
  const [from, to] = [ownIn(own?.from), ownIn(own?.to)];
  return Object.keys({ ...from, ...to })
    .filter((id) => from[id] !== to[id])
    .map((id) => {
      const field = ownName(id);
      const words = (value = "") => wordsOfOwn(ownFields, field, value);
      return { kind: "text", field, label: fieldLabel(field, ownFields), from: words(from[id]), to: words(to[id]) };
    });
}

const ownIn = (value: unknown): OwnValues => decodedOrNull(ownValues, value ?? {}) ?? {};

function keptBackChanges({ keptBack }: AuditDetails): FieldChange[] {
  const [from, to] = [kindsIn(keptBack?.from), kindsIn(keptBack?.to)];
  return documentKinds
    .filter((kind) => from.includes(kind) !== to.includes(kind))
    .map((field) => ofDocument(field, to.includes(field) ? "kept-back" : "given-back", []));
}

function ownKeptBackChanges({ ownKeptBack }: AuditDetails, { ownFields, ownPapers }: OwnDeclared): FieldChange[] {
  const [from, to] = [kindsIn(ownKeptBack?.from), kindsIn(ownKeptBack?.to)];
  const changed = ({ id }: { id: string }) => from.includes(id) !== to.includes(id);
  const wasOf = (id: string) => (to.includes(id) ? ("kept-back" as const) : ("given-back" as const));
  return [
    ...ownPapers.filter(changed).map(({ id }) => ofDocument(id, wasOf(id), ownPapers)),
    ...ownFields.filter(changed).map(({ id }): FieldChange => {
      const field = ownName(id);
      return { kind: "own-field", field, label: fieldLabel(field, ownFields), was: wasOf(id) };
    }),
  ];
}

const kindsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function lastDayChanges({ lastDays }: AuditDetails, labels: OwnLabels): FieldChange[] {
  const [from, to] = [lastDaysIn(lastDays?.from), lastDaysIn(lastDays?.to)];
  const written = (day: string | undefined) => (day ? writtenDay(day) : "");
  return withOwnPapers(kindsWithLastDay, from, to)
    .filter((kind) => from[kind] !== to[kind])
    .map((kind) => {
      const field = lastDayField(kind);
      return {
        kind: "text",
        field,
        label: fieldLabel(field, labels),
        from: written(from[kind]),
        to: written(to[kind]),
      };
    });
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function documentChange(from: string | undefined, to: string | undefined): DocumentChange["was"] {
  if (!from) return "added";
  return to ? "replaced" : "removed";
}

/** Returns the image names of each document's pages. They identify a document: no two uploads share an image. */
function imagesOf(documents: unknown): Readonly<Record<string, string | undefined>> {
  const stored = Object.entries(decodedOrNull(documentsOfRecord, documents) ?? {});
  return Object.fromEntries(stored.map(([kind, pages]) => [kind, pages.map(({ image }) => image).join(" ")]));
}
