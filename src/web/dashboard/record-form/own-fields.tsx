import { longestOwn, type OwnFieldType, type OwnName } from "#core/own-fields/own-field.ts";
import type { OwnPaper } from "#core/own-fields/own-paper.ts";
import { earliestLastDay, lastDayField, latestLastDay } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { staffTitle } from "#i18n/document-titles.ts";
import { Field, type FieldProps } from "#design/form/field.tsx";

/** One of the operator's own fields, in the language of the page. */
export type ShownOwnField = {
  id: string;
  name: OwnName;
  type: OwnFieldType;
  label: string;
  hint: string;
  isNeeded: boolean;
  /** True if visitors see it. */
  isShown: boolean;
  /** Of a select. */
  choices: readonly { value: string; label: string }[];
};

type OwnFieldsProps = {
  fields: readonly ShownOwnField[];
  /** As typed, by field id. */
  values: Readonly<Record<string, string>>;
  problems: ReadonlyMap<string, string>;
};

export const OwnFields = ({ fields, values, problems }: OwnFieldsProps) =>
  fields.length > 0 && (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {fields.map((field) => (
        <div key={field.id} className={field.type === "long-text" ? "sm:col-span-2" : ""}>
          <Field
            name={field.name}
            label={<bdi>{field.label}</bdi>}
            hint={hintOf(field)}
            value={values[field.id]}
            problem={problems.get(field.name)}
            takesFocus={problems.keys().next().value === field.name}
            required={field.isNeeded}
            autoComplete="off"
            {...boxOf(field, values[field.id] ?? "")}
          />
        </div>
      ))}
    </div>
  );

const hintOf = ({ hint, isNeeded, isShown }: ShownOwnField) =>
  [hint, ...(isShown ? [m.own_field_is_shown()] : []), ...(isNeeded ? [] : [m.may_stay_empty()])]
    .filter(Boolean)
    .join(" ");

/** The control of a field, by its type. */
export function boxOf({ type, choices }: ShownOwnField, value: string): Partial<FieldProps> {
  if (choices.length > 0) return { choices: withStored(choices, value) };
  if (type === "day") return { type: "date", min: earliestLastDay, max: latestLastDay };
  if (type === "number") return { inputMode: "decimal", maxLength: longestOwn.number };
  if (type === "phone") return { type: "tel", dir: "ltr", maxLength: longestOwn.phone };
  return { maxLength: longestOwn[type], ...(type === "long-text" && { rows: 3 }) };
}

/** An admin may have taken a choice away that a record has. */
const withStored = (choices: ShownOwnField["choices"], value: string) => [
  { value: "", label: "" },
  ...choices,
  ...(value === "" || choices.some((choice) => choice.value === value) ? [] : [{ value, label: value }]),
];

/** For a list of problems: those of own fields and papers are named, because their words do not say of what they are. */
export const withLabels = (
  problems: ReadonlyMap<string, string>,
  ownFields: readonly ShownOwnField[],
  ownPapers: readonly OwnPaper[],
) => {
  const named = [
    ...ownFields,
    ...ownPapers.map(({ id }) => ({ name: lastDayField(id), label: staffTitle(id, ownPapers) })),
  ];
  return new Map(
    [...problems].map(([name, words]) => {
      const own = named.find((one) => one.name === name);
      return [name, own ? `${own.label}: ${words}` : words];
    }),
  );
};

/** A typed value as the sheet shows it. */
export const typedOwnWords = ({ choices }: ShownOwnField, value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;
