import { isOwnName } from "#core/own-fields/own-field.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { type FieldName, fieldsWith, isFieldName, recordFields } from "#core/records/record-fields.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { earliestLastDay, lastDayField, latestLastDay } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Counted } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { boxOf, type ShownOwnField } from "../record-form/own-fields.tsx";
import { fieldLabel } from "../record-list/particulars.ts";
import type { ShownNewValue } from "./shown-run.ts";

/** The chosen value, or the form that came back. */
export type UpdateAnswer = FormResult | { newValue: ShownNewValue };

type UpdateFormProps = {
  id: string;
  open: Counted;
  ownForms: readonly ShownOwnField[];
  /** The papers that have a last day. */
  dated: readonly { kind: AnyKind; title: string }[];
  here: string;
  answer: UpdateAnswer | undefined;
};

/** Asks for a field and its new value. Once they are chosen, asks whether all records should get the value. */
export const UpdateForm = ({ answer, ...props }: UpdateFormProps) =>
  answer && "newValue" in answer ? (
    <Question {...props} {...answer} />
  ) : (
    <div className="grid w-full gap-8">
      {props.dated.length > 0 && <LastDayForm dated={props.dated} here={props.here} result={answer} />}
      {fieldsWith("isCommon").map((name) => (
        <TextForm key={name} name={name} here={props.here} result={answer} />
      ))}
      {props.ownForms.map((field) => (
        <OwnForm key={field.id} own={field} here={props.here} result={answer} />
      ))}
    </div>
  );

export const newValueWords = ({ label, written }: ShownNewValue): string =>
  written === "" ? m.bulk_update_removes({ field: label }) : m.bulk_update_sets({ field: label, value: written });

type QuestionProps = Pick<UpdateFormProps, "id" | "open" | "here"> & { newValue: ShownNewValue };

const Question = ({ id, open, here, newValue }: QuestionProps) => (
  <>
    <p className="text-18 font-semibold wrap-anywhere">{newValueWords(newValue)}</p>
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <ActionButton
        action={here}
        fields={{ do: "begin", id, field: newValue.field, value: newValue.value }}
        label={m.bulk_update_now(open)}
        of=""
        className={`${buttonClass({ size: "small" })} max-sm:w-full`}
      />
      <Link to={here} className="inline-flex min-h-11 items-center">
        {m.bulk_update_other()}
      </Link>
    </div>
  </>
);

type ValueFormProps = { here: string; result: FormResult | undefined };

const LastDayForm = ({ dated, here, result }: ValueFormProps & Pick<UpdateFormProps, "dated">) => {
  const named = result?.values["field"] ?? "";
  const { field } = shownForm(isFieldName(named) || isOwnName(named) ? undefined : result, ["field", "value"]);
  return (
    <ValueForm here={here}>
      <Field
        {...field("field")}
        id="document"
        label={m.bulk_update_document()}
        choices={dated.map(({ kind, title }) => ({ value: lastDayField(kind), label: title }))}
      />
      <Field
        {...field("value")}
        id="day"
        type="date"
        min={earliestLastDay}
        max={latestLastDay}
        required={false}
        label={m.last_day()}
        hint={m.bulk_update_empty()}
      />
    </ValueForm>
  );
};

const TextForm = ({ name, here, result }: ValueFormProps & { name: FieldName }) => {
  const { field } = shownForm(result?.values["field"] === name ? result : undefined, ["value"]);
  return (
    <ValueForm here={here}>
      <input type="hidden" name="field" value={name} />
      <Field
        {...field("value")}
        id={name}
        required={false}
        label={fieldLabel(name)}
        hint={m.bulk_update_empty()}
        maxLength={recordFields[name].longest}
      />
    </ValueForm>
  );
};

/** One of the operator's own fields, with the control of its type. */
const OwnForm = ({ own, here, result }: ValueFormProps & { own: ShownOwnField }) => {
  const { field } = shownForm(result?.values["field"] === own.name ? result : undefined, ["value"]);
  const { value, ...shown } = field("value");
  return (
    <ValueForm here={here} of={own.label}>
      <input type="hidden" name="field" value={own.name} />
      <Field
        {...shown}
        {...boxOf(own, value)}
        id={own.id}
        value={value}
        required={false}
        label={<bdi>{own.label}</bdi>}
        hint={m.bulk_update_empty()}
        autoComplete="off"
      />
    </ValueForm>
  );
};

const ValueForm = ({ here, of, children }: { here: string; of?: string; children: ReactNode }) => (
  <SendForm action={here} className="grid gap-4 border-t border-line pt-5">
    {children}
    <Button variant="secondary" size="small" className="justify-self-start">
      {m.tick_go()}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </Button>
  </SendForm>
);
