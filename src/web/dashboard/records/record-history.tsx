import { m } from "#i18n/compiled/messages.js";
import { fieldLabel } from "../record-form/field-label.ts";
import type { FieldChange, HistoryAction, HistoryLine } from "../record-form/shown-form.ts";

/** What may have happened to a record that is there. */
export const historyActions: Record<HistoryAction, (names: { who: string }) => string> = {
  "candidate-added": m.history_added,
  "candidate-updated": m.history_updated,
  "candidate-hidden": m.history_hidden,
  "candidate-unhidden": m.history_unhidden,
  "candidate-approved": m.history_approved,
  "candidate-denied": m.history_denied,
  "candidate-sent-back": m.history_sent_back,
};

type RecordHistoryProps = { lines: readonly HistoryLine[] };

/** What happened to a record, the latest first. */
export const RecordHistory = ({ lines }: RecordHistoryProps) => (
  <ol className="grid gap-4">
    {lines.map((line) => (
      <li key={`${line.at} ${line.action} ${line.who}`} className="border-s-2 border-line ps-4">
        <p>
          {historyActions[line.action]({ who: line.who ?? m.history_nobody() })}
          <span className="block text-14 text-quiet">{line.at}</span>
        </p>
        {line.changes.length > 0 && (
          <ul className="mt-1 text-14">
            {line.changes.map((change) => (
              <li key={change.field}>
                <strong>{fieldLabel(change.field)}:</strong> {changeWords(change)}
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ol>
);

const documentChanges = { added: m.document_added, replaced: m.document_replaced, removed: m.document_removed };

function changeWords(change: FieldChange): string {
  if (change.kind === "paper") return documentChanges[change.was]();
  const { from, to } = change;
  if (!from) return to;
  return to ? m.history_from_to({ from, to }) : m.history_emptied({ from });
}
