import type { ReactNode } from "react";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { m } from "#i18n/compiled/messages.js";
import { Choice, Choices } from "#design/form/choices.tsx";
import { Field } from "#design/form/field.tsx";
import { LinkField } from "../../account/form/link-field.tsx";
import { OperatorFields, WaysToReachFields } from "../../account/setup/operator-fields.tsx";
import { LookupPolicyChoice, ShownKindsChoice } from "../../account/setup/publishing-choices.tsx";

import type { FormResult } from "#design/form/form-result.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { OfficialPlaceFields } from "./official-place-fields.tsx";
import { SectionForm, type SectionField } from "./section-form.tsx";
import { type SectionId, sectionIds, type ShownSection } from "./sections.ts";

type SettingsPageProps = {
  operatorName: string;
  page: string;
  sections: readonly ShownSection[];
  /** Whether mails go no further than into a folder. */
  keepsMail: boolean;
  /** The form that came back. */
  sent: FormResult | undefined;
};

/** All that an admin sets while the site runs, but for menus, texts and the date, which have pages of their own. */
export const SettingsPage = ({ operatorName, page, sections, keepsMail, sent }: SettingsPageProps) => (
  <PageFrame title={m.settings_title()} operatorName={operatorName}>
    <p className="max-w-prose text-quiet">{m.settings_text()}</p>
    {keepsMail && <MailNote />}
    <PartsOfPage />
    <div className="grid max-w-xl grid-cols-1 gap-10">
      {sections.map((section) => {
        const { id } = section;
        const { title, text, fields: Fields } = parts[id];
        return (
          <SectionForm
            key={id}
            {...{ section, action: page }}
            title={title()}
            text={text?.()}
            sent={sent?.values["section"] === id ? sent : undefined}
          >
            {(field) => <Fields field={field} />}
          </SectionForm>
        );
      })}
      {!keepsMail && (
        <section aria-labelledby="mail" className="grid gap-2 border-t border-line pt-5">
          <h2 id="mail" className="text-22">
            {m.settings_mail()}
          </h2>
          <p className="text-quiet">{m.settings_mail_sent()}</p>
        </section>
      )}
    </div>
  </PageFrame>
);

const PartsOfPage = () => (
  <nav aria-label={m.settings_parts()}>
    <ul className="flex flex-wrap gap-x-6">
      {sectionIds.map((id) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-flex min-h-11 items-center">
            {parts[id].title()}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

type FieldsProps = { field: SectionField };

const Operator = ({ field }: FieldsProps) => (
  <>
    <OperatorFields field={field} />
    <Field {...field("operator.address")} label={m.settings_address()} hint={m.settings_address_hint()} rows={3} />
    <WaysToReachFields field={field} />
    <LinkField {...field("operator.page")} label={m.settings_page()} hint={m.settings_page_hint()} required={false} />
  </>
);

const Publishing = ({ field }: FieldsProps) => (
  <>
    <LookupPolicyChoice chosen={policyOf(field("lookupPolicy").value)} />
    <ShownKindsChoice shown={new Set(field("shownKinds").value.split(","))} />
  </>
);

const policyOf = (value: string): LookupPolicy => (value === "open" ? "open" : "guarded");

const Records = ({ field }: FieldsProps) => (
  <>
    <Choice
      type="checkbox"
      name="fourEyes"
      value="on"
      label={m.settings_four_eyes()}
      hint={m.settings_four_eyes_hint()}
      isChosen={field("fourEyes").value === "on"}
    />
    <Field
      {...field("defaultNationality")}
      label={m.settings_nationality()}
      hint={m.settings_nationality_hint()}
      autoComplete="off"
      maxLength={200}
      required={false}
    />
  </>
);

const Accounts = ({ field }: FieldsProps) => (
  <>
    <Choices
      name="registration"
      legend={m.settings_registration()}
      chosen={field("registration").value}
      choices={[
        { value: "invite", label: m.settings_registration_invite(), hint: m.settings_registration_invite_hint() },
        { value: "open", label: m.settings_registration_open(), hint: m.settings_registration_open_hint() },
      ]}
    />
    <Choices
      name="secondFactor"
      legend={m.settings_second_factor()}
      chosen={field("secondFactor").value}
      choices={[
        {
          value: "required",
          label: m.settings_second_factor_required(),
          hint: m.settings_second_factor_required_hint(),
        },
        {
          value: "optional",
          label: m.settings_second_factor_optional(),
          hint: m.settings_second_factor_optional_hint(),
        },
      ]}
    />
  </>
);

type Part = { title: () => string; text?: () => string; fields: (props: FieldsProps) => ReactNode };

const parts: Record<SectionId, Part> = {
  operator: { title: m.setup_operator, fields: Operator },
  publishing: { title: m.setup_publishing, fields: Publishing },
  records: { title: m.settings_records, fields: Records },
  accounts: { title: m.settings_accounts, fields: Accounts },
  places: { title: m.settings_places, text: m.settings_places_text, fields: OfficialPlaceFields },
};
