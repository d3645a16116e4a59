import { isOwnName } from "#core/own-fields/own-field.ts";
import { type FieldName, fieldNames, isFieldName, recordFields } from "#core/records/record-fields.ts";
import { fieldWords } from "#i18n/field-words.ts";
import { getSecondNumber } from "#i18n/reader-second-number.ts";
import { isOwnLastDay, kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import type { Particulars } from "#core/records/record-details.ts";
import { m } from "#i18n/compiled/messages.js";
import { ProblemSummary } from "#design/form/alarm.tsx";
import { Field } from "#design/form/field.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { OtherRecordLink } from "../record-list/record-links.tsx";
import { documentTitle } from "#i18n/document-titles.ts";
import type { Autosaved, NumberName, RefusedForm } from "./shown-form.ts";

type ParticularsFieldsProps = {
  names: readonly FieldName[];
  /** The fields that may stay empty. */
  optional: readonly FieldName[];
  values: Particulars;
  problems: ReadonlyMap<string, string>;
  /** The records that have the typed numbers. */
  taken: Autosaved["taken"];
};

export const ParticularsFields = ({ names, optional, values, problems, taken }: ParticularsFieldsProps) => (
  <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    {names.map((name) => (
      <div key={name} className={isWide(name) ? "sm:col-span-2" : ""}>
        <Field
          name={name}
          label={fieldWords[name].title()}
          hint={hintOf(name, optional)}
          value={values[name]}
          problem={isNumber(name) && taken[name] ? m.number_taken() : problems.get(name)}
          takesFocus={problems.keys().next().value === name}
          required={!optional.includes(name)}
          maxLength={recordFields[name].longest}
          autoComplete="off"
          autoCapitalize={isNumber(name) ? "characters" : "words"}
          spellCheck={false}
        />
        {isNumber(name) && taken[name] && <OtherRecordLink {...taken[name].record} />}
      </div>
    ))}
  </div>
);

/** The operator's help for the second number stands before what all fields say. */
function hintOf(name: FieldName, optional: readonly FieldName[]): string | undefined {
  const { hint, example } = getSecondNumber();
  const own = name === "irccNumber" ? hint || example : "";
  return [own, optional.includes(name) ? m.may_stay_empty() : ""].filter(Boolean).join(" ") || undefined;
}

/** True for fields that take a full row. The parents' names stand side by side, and so do the numbers. */
const isWide = (name: FieldName) => name === "name" || name === "address";

const isNumber = (name: string): name is NumberName => name === "passportNumber" || name === "irccNumber";

/** The records that have the numbers as they are typed now. The answer may be about numbers that were typed before. */
export const takenNow = (saved: Autosaved | null, typed: Particulars): Autosaved["taken"] =>
  Object.fromEntries(
    Object.entries(saved?.taken ?? {}).filter(([name]) => isNumber(name) && saved?.numbers[name] === typed[name]),
  );

type FormProblemsProps = {
  refused: RefusedForm | null;
  /** The problems by field name, in the order of the page. */
  problems: ReadonlyMap<string, string>;
};

export function FormProblems({ refused, problems }: FormProblemsProps) {
  const title = refused && problemOfAll(refused);
  const isOfNumber = refused?.problem === "duplicate-number";
  if (problems.size === 0 && (!title || isOfNumber)) return null;
  return (
    <ProblemSummary role="alert" problems={problems} {...(title && { title })}>
      {refused?.record && [...problems.keys()].some(isNumber) && <OtherRecordLink {...refused.record} />}
    </ProblemSummary>
  );
}

/** The problems by field name. Those of a number are left out once another number is typed. */
export const problemsByField = (refused: RefusedForm | null, typed: Particulars): ReadonlyMap<string, string> =>
  new Map(
    [...shownRecordForm(refused).problems].filter(
      ([name]) => !isNumber(name) || refused?.values.particulars[name] === typed[name],
    ),
  );

/** Why the form was refused, if the reason is not a single particular. */
function problemOfAll(refused: RefusedForm): string | null {
  const { fields, values, problem } = refused;
  if (values.failed.length > 0 || Object.keys(fields).some((field) => !isOfForm(field))) return m.form_upload_lost();
  return problem === "unsorted" ? m.form_loose() : shownRecordForm(refused).problem;
}

const shownRecordForm = (refused: RefusedForm | null) =>
  shownForm(
    // No values are needed here: the fields get theirs elsewhere.
    refused ? { ...refused, values: {}, problem: refused.problem === "unsorted" ? null : refused.problem } : undefined,
    [...fieldNames, ...Object.keys(refused?.fields ?? {}).filter(isOfOperator), ...lastDayFields],
    { own: { stale: m.form_stale, "not-allowed": m.only_admins_change_it }, ownFields },
  );

const lastDayFields: readonly string[] = kindsWithLastDay.map(lastDayField);

const isOfOperator = (field: string) => isOwnName(field) || isOwnLastDay(field);

const isOfForm = (field: string) => isFieldName(field) || isOfOperator(field) || lastDayFields.includes(field);

const ownFields = {
  ...Object.fromEntries(
    Object.entries(fieldWords).map(([name, { required, format }]) => [
      name,
      { ...(required && { required }), ...(format && { "number-format": format }) },
    ]),
  ),
  ...Object.fromEntries(
    kindsWithLastDay.map((kind) => [
      lastDayField(kind),
      {
        "date-format": () => m.last_day_unusable({ document: documentTitle(kind, "/") }),
      },
    ]),
  ),
};
