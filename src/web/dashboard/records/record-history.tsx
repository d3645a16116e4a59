import type { FieldName } from "#core/records/record-fields.ts";
import type { AuditAction } from "#core/audit/audit-event.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { LastDayField } from "#core/records/last-days.ts";
import type { OwnName } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";

export const historyActions = {
  "candidate-added": m.history_added,
  "candidate-updated": m.history_updated,
  "candidate-hidden": m.history_hidden,
  "candidate-unhidden": m.history_unhidden,
  "candidate-approved": m.history_approved,
  "candidate-denied": m.history_denied,
  "candidate-sent-back": m.history_sent_back,
  "revision-changed": m.history_revision_changed,
  "revision-approved": m.history_revision_approved,
  "revision-sent-back": m.history_revision_sent_back,
  "revision-taken-back": m.history_revision_taken_back,
  "revision-discarded": m.history_revision_discarded,
  "revision-lost": m.history_revision_lost,
  "record-assigned": m.history_assigned,
  "record-kept": m.history_kept,
  "document-kept-back": m.history_kept_back,
  "document-given-back": m.history_given_back,
  "comment-deleted": m.history_comment_deleted,
  "record-exported": m.history_exported,
  "person-exported": m.history_person_exported,
} satisfies Partial<Record<AuditAction, (names: { who: string }) => string>>;

type TextField = "returnReason" | "assignedTo" | "keptUntil" | "keepReason";

export type FieldChange = { label: string } & (
  | { kind: "text"; field: FieldName | LastDayField | OwnName | TextField; from: string; to: string }
  | { kind: "document"; field: AnyKind; was: keyof typeof documentChanges }
  | { kind: "own-field"; field: OwnName; was: "kept-back" | "given-back" }
);

export type HistoryLine = {
  at: string;
  /** Null if the account no longer exists. */
  who: string | null;
  action: keyof typeof historyActions;
  changes: FieldChange[];
};

export const RecordHistory = ({ lines }: { lines: readonly HistoryLine[] }) => (
  <ol className="grid gap-4">
    {lines.map((line, place) => (
      <li key={place} className="border-s-2 border-line ps-4">
        <p>
          {historyActions[line.action]({ who: line.who ?? m.history_nobody() })}
          <span className="block text-14 text-quiet">{line.at}</span>
        </p>
        {line.changes.length > 0 && <ChangeList changes={line.changes} />}
      </li>
    ))}
  </ol>
);

/** Who did what. An update is told by the names of the changed fields; other actions change fields by themselves. */
export function lineInShort({ who: account, action, changes }: HistoryLine): string {
  const who = account ?? m.history_nobody();
  const isUpdate = action === "candidate-updated" || action === "revision-changed";
  const fields = isUpdate ? changes.map(({ label }) => label).join(", ") : "";
  return fields ? m.history_changed_fields({ who, fields }) : historyActions[action]({ who });
}

export const ChangeList = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul className="mt-1 text-14">
    {changes.map((change) => (
      <li key={change.field} className="wrap-anywhere whitespace-pre-line">
        <strong>{change.label}:</strong> {changeWords(change)}
      </li>
    ))}
  </ul>
);

const documentChanges = {
  added: m.document_added,
  replaced: m.document_replaced,
  removed: m.document_removed,
  "kept-back": m.document_kept_back,
  "given-back": m.document_given_back,
};

export function changeWords(change: FieldChange): string {
  if (change.kind !== "text") return documentChanges[change.was]();
  const { from, to } = change;
  if (!from) return to;
  return to ? m.history_from_to({ from, to }) : m.history_emptied({ from });
}
