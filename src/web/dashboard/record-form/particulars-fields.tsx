import { Link } from "react-router";
import type { Particulars } from "#core/records/candidate-record.ts";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { particularLabels } from "./field-label.ts";
import type { KeptForm, ParticularName } from "./shown-form.ts";

const longest: Record<ParticularName, number> = {
  passportNumber: 40,
  irccNumber: 40,
  name: 200,
  fatherName: 200,
  motherName: 200,
  address: 500,
  nationality: 100,
};

type ParticularsFieldsProps = {
  names: readonly ParticularName[];
  /** Which may stay empty. */
  optional: readonly ParticularName[];
  values: Particulars;
  problems: ReadonlyMap<string, string>;
  /** Numbers that other records have. */
  taken: KeptForm["taken"];
};

export const ParticularsFields = ({ names, optional, values, problems, taken }: ParticularsFieldsProps) => (
  <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    {names.map((name) => (
      <div key={name} className={isWide(name) ? "sm:col-span-2" : ""}>
        <Field
          name={name}
          label={particularLabels[name]()}
          hint={optional.includes(name) ? m.may_stay_empty() : undefined}
          value={values[name]}
          problem={isNumber(name) && taken[name] ? m.number_taken() : problems.get(name)}
          takesFocus={problems.keys().next().value === name}
          required={!optional.includes(name)}
          maxLength={longest[name]}
          autoComplete="off"
          autoCapitalize={isNumber(name) ? "characters" : "words"}
          spellCheck={false}
        />
        {isNumber(name) && taken[name]?.record && <OtherRecord {...taken[name].record} />}
      </div>
    ))}
  </div>
);

/** Parents stand side by side, and so do the numbers. */
const isWide = (name: ParticularName) => name === "name" || name === "address";

const isNumber = (name: ParticularName) => name === "passportNumber" || name === "irccNumber";

/** Opens beside the form, so that nothing typed is left. */
const OtherRecord = ({ id, name }: { id: string; name: string }) => (
  <Link to={`/Update_A_User/${id}`} target="_blank" className="inline-flex min-h-11 items-center">
    {m.see_record_of({ name })}
  </Link>
);
