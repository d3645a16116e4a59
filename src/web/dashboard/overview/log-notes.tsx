import { type LogFaultKind, logFaults } from "#core/proofs/log-faults.ts";
import { m } from "#i18n/compiled/messages.js";
import { OperatorNote } from "../frame/operator-note.tsx";

export const OldKeyNote = ({ since }: { since: string }) => (
  <OperatorNote
    title={m.old_key_title({ date: since })}
    text={m.old_key()}
    command="attestry keys sign --rotate"
    data-old-key=""
  />
);

const logFaultWords = {
  damaged: [m.log_damaged_title, m.log_damaged],
  differs: [m.log_differs_title, m.log_differs],
  older: [m.log_older_title, m.log_older],
  split: [m.log_split_title, m.log_split],
  unwitnessed: [m.log_unwitnessed_title, m.log_unwitnessed],
  unknown: [m.log_unknown_title, m.log_unknown],
  silent: [m.log_silent_title, m.log_silent],
} as const;

export const LogFaultNote = ({ kind, ...facts }: { kind: LogFaultKind; since: string; witnesses: string }) => {
  const [title, text] = logFaultWords[kind];
  return (
    <OperatorNote
      title={title({ date: facts.since, witnesses: facts.witnesses })}
      text={text()}
      command={logFaults[kind].command}
      data-log-fault={kind}
    />
  );
};
