import type { ReactNode } from "react";
import { isCounted, verifierKeyParts } from "#verify/policy.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { maxDaysKept } from "#core/settings/backup-schedule.ts";
import { features, isOn } from "#core/settings/features.ts";
import { kindsWithPlaces, maxPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenHour } from "#i18n/written.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { Choice, Choices } from "#design/form/choices.tsx";
import { Field } from "#design/form/field.tsx";
import type { shownForm } from "#design/form/form-result.ts";
import { LinkField } from "../../account/form/link-field.tsx";
import { OperatorFields, WaysToReachFields } from "../../account/setup/operator-fields.tsx";
import {
  LookupPolicyChoice,
  RegistrationChoice,
  SecondFactorChoice,
  ShownKindsChoice,
} from "../../account/setup/safety-choices.tsx";
import { ZoneField } from "../../account/setup/zone-field.tsx";
import { documentTitle } from "#i18n/document-titles.ts";
import { featureWords } from "./feature-words.ts";
import { featureBox, officialPlaceBox, type SectionId } from "./sections.ts";

type FieldsProps = { field: ReturnType<typeof shownForm>["field"] };

const Operator = ({ field }: FieldsProps) => (
  <>
    <OperatorFields field={field} />
    <Field {...field("operator.aboutBangla")} label={m.operator_about_bangla()} {...ofBangla} />
    <Field
      {...field("operator.licenceBangla")}
      label={m.operator_licence_bangla()}
      {...ofBangla}
      hint={m.operator_bangla_hint()}
    />
    <Field {...field("operator.address")} label={m.settings_address()} hint={m.settings_address_hint()} rows={3} />
    <WaysToReachFields field={field} />
    <ZoneField {...field("timeZone")} required={false} />
    <LinkField {...field("operator.page")} label={m.settings_page()} hint={m.settings_page_hint()} required={false} />
  </>
);

const ofBangla = { autoComplete: "off", maxLength: 200, required: false } as const;

const Switch = ({ name, value, label, hint }: { name: string; value: string; label: string; hint: string }) => (
  <Choice type="checkbox" {...{ name, label, hint }} value="on" isChosen={value === "on"} />
);

const Publishing = ({ field }: FieldsProps) => (
  <>
    <LookupPolicyChoice chosen={field("lookupPolicy").value} />
    <ShownKindsChoice shown={new Set(field("shownKinds").value.split(","))} />
    <Switch {...field("holdersMayHoldBack")} label={m.settings_hold_back()} hint={m.settings_hold_back_hint()} />
    <Field
      {...field("statementDays")}
      label={m.settings_statement_days()}
      hint={m.settings_statement_days_hint()}
      {...ofNumber}
    />
  </>
);

const Records = ({ field }: FieldsProps) => (
  <>
    <Switch {...field("fourEyes")} label={m.settings_four_eyes()} hint={m.settings_four_eyes_hint()} />
    <Switch
      {...field("irccNumberIsOptional")}
      label={m.settings_ircc_optional()}
      hint={m.settings_ircc_optional_hint()}
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

const Retention = ({ field }: FieldsProps) => (
  <>
    <Choices
      name="retention.since"
      legend={m.settings_retention_kept()}
      chosen={field("retention.since").value}
      choices={[
        { value: "never", label: m.settings_retention_never() },
        {
          value: "published",
          label: m.settings_retention_published(),
          hint: m.settings_retention_published_hint(),
        },
        { value: "changed", label: m.settings_retention_changed(), hint: m.settings_retention_changed_hint() },
      ]}
    />
    <Field {...field("retention.months")} label={m.settings_retention_months()} {...ofNumber} />
    <Field
      {...field("retention.noticeDays")}
      label={m.settings_retention_notice()}
      hint={m.settings_retention_notice_hint()}
      {...ofNumber}
    />
  </>
);

const Accounts = ({ field }: FieldsProps) => (
  <>
    <RegistrationChoice chosen={field("registration").value} />
    <SecondFactorChoice chosen={field("secondFactor").value} />
  </>
);

/** Where backups are stored is not a setting: only the person who runs the server decides it. */
const Backups = ({ field }: FieldsProps) => (
  <>
    <Switch {...field("backups.isOn")} label={m.settings_backups_on()} hint={m.settings_backups_on_hint()} />
    <Field
      {...field("backups.hour")}
      label={m.settings_backups_hour()}
      hint={m.settings_backups_hour_hint()}
      choices={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writtenHour(hour) }))}
    />
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">{m.settings_backups_keep()}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field {...field("backups.days")} label={m.settings_backups_days()} {...ofNumber} />
        <Field {...field("backups.weeks")} label={m.settings_backups_weeks()} {...ofNumber} />
        <Field {...field("backups.months")} label={m.settings_backups_months()} {...ofNumber} />
      </div>
      <p className="text-16 text-quiet">{m.settings_backups_longest({ days: writtenCount(maxDaysIn(field)) })}</p>
    </fieldset>
  </>
);

const ofNumber = { inputMode: "numeric", maxLength: 4, autoComplete: "off" } as const;

function maxDaysIn(field: FieldsProps["field"]): number {
  const [days = 0, weeks = 0, months = 0] = ["days", "weeks", "months"].map((unit) =>
    Number(field(`backups.${unit}`).value),
  );
  return maxDaysKept({ days, weeks, months });
}

/** Boxes for the official places of each kind of document. Empty boxes count as no place. */
const OfficialPlaces = ({ field }: FieldsProps) => (
  <div className="grid gap-2">
    {kindsWithPlaces.map((kind) => (
      <PlacesOfKind key={kind} kind={kind} field={field} />
    ))}
  </div>
);

function PlacesOfKind({ kind, field }: FieldsProps & { kind: DocumentKind }) {
  const places = Array.from({ length: maxPlaces }, (_, place) => ({
    label: field(officialPlaceBox(kind, place, "label")),
    to: field(officialPlaceBox(kind, place, "to")),
  }));
  const filled = places.filter(({ label, to }) => label.value !== "" || to.value !== "");
  const isWrong = places.some(({ label, to }) => label.problem ?? to.problem);
  return (
    <details open={isWrong} className="rounded-sm border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2 font-semibold">
        {m.settings_places_of({ title: documentTitle(kind, "/"), count: writtenCount(filled.length) })}
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-5">
        {places.map(({ label, to }, place) => (
          <fieldset key={label.name} className="grid min-w-0 gap-3">
            <legend className="text-16 text-quiet">{m.settings_place({ number: writtenCount(place + 1) })}</legend>
            <Field {...label} label={m.settings_place_label()} maxLength={200} required={false} autoComplete="off" />
            <LinkField {...to} label={m.settings_place_to()} required={false} />
          </fieldset>
        ))}
      </div>
    </details>
  );
}

const ofLines = { rows: 3, dir: "ltr", spellCheck: false, required: false } as const;

function PublicLog({ field }: FieldsProps) {
  const site = useDashboard();
  return (
    <>
      {isOn(site, "witnesses") && <Witnesses field={field} />}
      <Field {...field("log.mailTo")} label={m.settings_log_mail()} hint={m.settings_log_mail_hint()} {...ofLines} />
      {isOn(site, "registers") && (
        <Field
          {...field("log.registers")}
          label={m.settings_registers()}
          hint={m.settings_registers_hint()}
          {...ofLines}
        />
      )}
    </>
  );
}

const Witnesses = ({ field }: FieldsProps) => (
  <>
    <Field
      {...field("log.witnesses")}
      label={m.settings_log_witnesses()}
      hint={m.settings_log_witnesses_hint()}
      {...ofLines}
    />
    <Uncounted witnesses={field("log.witnesses").value} />
  </>
);

/** Names the witnesses of ML-DSA that an earlier version accepted. */
function Uncounted({ witnesses }: { witnesses: string }) {
  const keys = witnesses.split("\n").map((line) => verifierKeyParts(line.trim().split(/\s/, 1)[0] ?? ""));
  const names = keys.flatMap((key) => (key && !isCounted(key) ? [key.name] : [])).join(", ");
  return names !== "" && <p className="font-semibold wrap-anywhere">{m.settings_log_uncounted({ names })}</p>;
}

const SiteFeatures = ({ field }: FieldsProps) => (
  <>
    {features.map((feature) => (
      <Switch
        key={feature}
        {...field(featureBox(feature))}
        label={featureWords[feature].name()}
        hint={featureWords[feature].use()}
      />
    ))}
  </>
);

export type SettingsSection = { title: () => string; text?: () => string; fields: (props: FieldsProps) => ReactNode };

export const settingsSections: Record<SectionId, SettingsSection> = {
  operator: { title: m.setup_operator, fields: Operator },
  publishing: { title: m.setup_publishing, fields: Publishing },
  records: { title: m.settings_records, fields: Records },
  retention: { title: m.settings_retention, text: m.settings_retention_text, fields: Retention },
  accounts: { title: m.settings_accounts, fields: Accounts },
  backups: { title: m.settings_backups, text: m.settings_backups_text, fields: Backups },
  log: { title: m.settings_log, text: m.settings_log_text, fields: PublicLog },
  places: { title: m.settings_places, text: m.settings_places_text, fields: OfficialPlaces },
  features: { title: m.settings_features, text: m.settings_features_text, fields: SiteFeatures },
};
