import { m } from "#i18n/compiled/messages.js";
import { OperatorNote } from "../frame/operator-note.tsx";

/** Names the records of a list that cannot be opened. */
export const DamagedNote = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <OperatorNote
      title={m.records_damaged_title({ names: names.join(" · ") })}
      text={m.records_damaged()}
      command="attestry verify"
    />
  );
