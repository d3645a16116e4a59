import { type SetId, setIds } from "#core/sets/set-ids.ts";
import { m } from "#i18n/compiled/messages.js";
import { Choices } from "#design/form/choices.tsx";

/** The name of a set, and the line that says what it has. */
export const setWords: Record<SetId, { name: () => string; line: () => string }> = {
  "as-specified": { name: m.set_as_specified, line: m.set_as_specified_line },
  gulf: { name: m.set_gulf, line: m.set_gulf_line },
  singapore: { name: m.set_singapore, line: m.set_singapore_line },
  students: { name: m.set_students, line: m.set_students_line },
  empty: { name: m.set_empty, line: m.set_empty_line },
};

export const SetChoices = ({ chosen }: { chosen: string }) => (
  <Choices
    name="set"
    legend={m.setup_set()}
    chosen={setIds.some((id) => id === chosen) ? chosen : "as-specified"}
    choices={setIds.map((id) => ({ value: id, label: setWords[id].name(), hint: setWords[id].line() }))}
  />
);
