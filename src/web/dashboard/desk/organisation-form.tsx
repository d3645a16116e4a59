import type { OrganisationFacts } from "#core/desk/organisation.ts";
import { countTyped } from "#core/classes/money.ts";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { SavedForm } from "#design/form/saved-form.tsx";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";

type OrganisationFieldsProps = {
  action: string;
  filled: FormValues;
  /** What the form of an organisation that is there shows. */
  seen?: string;
  draft: ShownPageDraft;
  sent: FormResult | undefined;
};

export function OrganisationForm({ action, filled, seen = "", draft, sent }: OrganisationFieldsProps) {
  const { field, problem } = shownForm(sent, names, { filled, own });
  return (
    <SavedForm action={action} at={sent?.at} problem={problem} hidden={{ do: "save", seen }} save={m.save()}>
      <PageDraft {...draft} cameBack={sent !== undefined} />
      <Field {...field("name")} label={m.organisation_name()} maxLength={120} autoComplete="off" />
      <Field {...field("country")} label={m.organisation_country()} maxLength={60} autoComplete="off" />
      <Field {...field("reason")} label={m.organisation_reason()} maxLength={300} autoComplete="off" />
      <Field
        {...field("perDay")}
        label={m.organisation_per_day()}
        hint={m.organisation_per_day_hint()}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field {...field("lastDay")} type="date" label={m.organisation_last_day()} />
    </SavedForm>
  );
}

const own = { stale: m.settings_stale };
const names = ["name", "country", "reason", "perDay", "lastDay"];

export const organisationValues = ({ perDay, name, country, reason, lastDay }: OrganisationFacts): FormValues => ({
  name,
  country,
  reason,
  perDay: String(perDay),
  lastDay,
});

export const organisationTyped = ({ name, country, reason, perDay = "", lastDay }: FormValues) => ({
  name,
  country,
  reason,
  perDay: countTyped(perDay),
  lastDay,
});
