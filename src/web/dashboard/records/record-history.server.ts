import type { AuditDetails } from "#core/audit/audit-event.ts";
import { documentsSchema } from "#core/records/candidate-record.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { writtenTime } from "#i18n/written.ts";
import type { HistoryPage } from "#operations/records/read-record.ts";
import { particularNames } from "../record-form/particulars.ts";
import { type FieldChange, historyActions, type HistoryLine } from "./record-history.tsx";

export const historyLines = (events: HistoryPage["events"]): HistoryLine[] =>
  events.flatMap(({ at, action, actor, details }) => {
    if (!isShown(action)) return [];
    const changes = action === "candidate-added" ? [] : changesIn(details);
    return [{ at: writtenTime(at), who: actor.name, action, changes }];
  });

const isShown = (action: string): action is HistoryLine["action"] => Object.hasOwn(historyActions, action);

function changesIn(details: AuditDetails): FieldChange[] {
  const typed = ([...particularNames, "returnReason"] as const).flatMap((field): FieldChange[] => {
    const change = details[field];
    return change ? [{ kind: "text", field, from: textOf(change.from), to: textOf(change.to) }] : [];
  });
  const pages = details["documents"];
  const [from, to] = [firstPages(pages?.from), firstPages(pages?.to)];
  const documents = documentKinds
    .filter((kind) => from[kind] !== to[kind])
    .map((field): FieldChange => ({ kind: "document", field, was: documentChange(from[field], to[field]) }));
  return [...typed, ...documents];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function documentChange(from: string | undefined, to: string | undefined) {
  if (!from) return "added";
  return to ? "replaced" : "removed";
}

/** The first page identifies the document: no two uploads share one. */
function firstPages(documents: unknown): Readonly<Record<string, string | undefined>> {
  const parsed = documentsSchema.safeParse(documents);
  if (!parsed.success) return {};
  return Object.fromEntries(Object.entries(parsed.data).map(([kind, pages]) => [kind, pages?.[0]?.image]));
}
