import type { AuditDetails } from "#core/audit/audit-event.ts";
import { documentsSchema } from "#core/records/candidate-record.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { writtenTime } from "#i18n/written.ts";
import type { HistoryPage } from "#operations/records/read-history.ts";
import { type HistoryLine, particularNames } from "../record-form/shown-form.ts";
import { historyActions } from "./record-history.tsx";

type HistoryEvent = HistoryPage["events"][number];

/** The history of a record as a page shows it. */
export const historyLines = (events: readonly HistoryEvent[]): HistoryLine[] =>
  events.flatMap(({ at, action, actor, details }) =>
    isShown(action)
      ? [
          {
            at: writtenTime(at),
            who: actor.name,
            action,
            changes: action === "candidate-added" ? [] : changesIn(details),
          },
        ]
      : [],
  );

const isShown = (action: string): action is HistoryLine["action"] => Object.hasOwn(historyActions, action);

const texts = [...particularNames, "returnReason"] as const;

function changesIn(details: AuditDetails): HistoryLine["changes"] {
  const typed = texts.flatMap((field) => {
    const change = details[field];
    return change ? [{ kind: "text" as const, field, from: textOf(change.from), to: textOf(change.to) }] : [];
  });
  return [...typed, ...papersIn(details)];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function papersIn({ documents }: AuditDetails): HistoryLine["changes"] {
  const [from, to] = [papersOf(documents?.from), papersOf(documents?.to)];
  return documentKinds
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ kind: "paper", field, was: documentChange(from[field], to[field]) }));
}

function documentChange(from: string | undefined, to: string | undefined) {
  if (!from) return "added";
  return to ? "replaced" : "removed";
}

/** The first page stands for the paper: no two uploads share one. */
function papersOf(documents: unknown): Readonly<Record<string, string | undefined>> {
  const parsed = documentsSchema.safeParse(documents);
  if (!parsed.success) return {};
  return Object.fromEntries(Object.entries(parsed.data).map(([kind, pages]) => [kind, pages?.[0]?.image]));
}
