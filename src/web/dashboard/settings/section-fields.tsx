import type { ReactNode } from "react";
import { isCounted, verifierKeyParts } from "#verify/policy.ts";
import { kindsOn } from "#core/own-fields/own-paper.ts";
import { publicKinds } from "#core/records/document-kinds.ts";
import { maxDaysKept } from "#core/settings/backup-schedule.ts";
import { features, isOn, type OfFeature } from "#core/settings/features.ts";
import { maxPlaces } from "#core/settings/official-places.ts";
import type { SectionId } from "#core/settings/sections.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenHour } from "#i18n/written.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { Field } from "#design/form/field.tsx";
import type { shownForm } from "#design/form/form-result.ts";
import { LinkField } from "../../account/form/link-field.tsx";
import { OperatorFields, WaysToReachFields } from "../../account/setup/operator-fields.tsx";
import { SettingBox, ShownKindsChoice, Switch } from "../../account/setup/setting-boxes.tsx";
import { ZoneField } from "../../account/setup/zone-field.tsx";
import { boxNames, boxTexts } from "#i18n/setting-words.ts";
import { featureWords, needsWords } from "./feature-words.ts";
import { type Boxes, featureBox, officialPlaceBox } from "./sections.ts";

type FieldsProps = { field: ReturnType<typeof shownForm>["field"] };

const Operator = ({ field }: FieldsProps) => (
  <>
    <OperatorFields field={field} />
    <SettingBox name="operator.aboutBangla" field={field} />
    <SettingBox name="operator.licenceBangla" field={field} />
    <Field {...field("operator.address")} {...boxTexts("operator.address")} rows={3} />
    <WaysToReachFields field={field} />
    <ZoneField {...field("timeZone")} required={false} />
    <LinkField {...field("operator.page")} {...boxTexts("operator.page")} required={false} />
  </>
);

/** Where backups are stored is not a setting: only the person who runs the server decides it. */
const Backups = ({ field }: FieldsProps) => (
  <>
    <SettingBox name="backups.isOn" field={field} />
    <Field
      {...field("backups.hour")}
      {...boxTexts("backups.hour")}
      choices={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writtenHour(hour) }))}
    />
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">{m.settings_backups_keep()}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <SettingBox name="backups.days" field={field} />
        <SettingBox name="backups.weeks" field={field} />
        <SettingBox name="backups.months" field={field} />
      </div>
      <p className="text-16 text-quiet">{m.settings_backups_longest({ days: writtenCount(maxDaysIn(field)) })}</p>
    </fieldset>
  </>
);

function maxDaysIn(field: FieldsProps["field"]): number {
  const [days = 0, weeks = 0, months = 0] = ["days", "weeks", "months"].map((unit) =>
    Number(field(`backups.${unit}`).value),
  );
  return maxDaysKept({ days, weeks, months });
}

/** Boxes for the official places of each kind of document. Empty boxes count as no place. */
const OfficialPlaces = ({ field, titles }: SectionProps) => (
  <div className="grid gap-2">
    {Object.entries(titles).map(([kind, title]) => (
      <PlacesOfKind key={kind} {...{ kind, title, field }} />
    ))}
  </div>
);

function PlacesOfKind({ kind, title, field }: FieldsProps & { kind: string; title: string }) {
  const places = Array.from({ length: maxPlaces }, (_, place) => ({
    label: field(officialPlaceBox(kind, place, "label")),
    to: field(officialPlaceBox(kind, place, "to")),
  }));
  const filled = places.filter(({ label, to }) => label.value !== "" || to.value !== "");
  const isWrong = places.some(({ label, to }) => label.problem ?? to.problem);
  return (
    <details open={isWrong} className="rounded-sm border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2 font-semibold">
        {m.settings_places_of({ title, count: writtenCount(filled.length) })}
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
      {isOn(site, "statements") && <Field {...field("log.mailTo")} {...boxTexts("log.mailTo")} {...ofLines} />}
      {isOn(site, "registers") && <Field {...field("log.registers")} {...boxTexts("log.registers")} {...ofLines} />}
    </>
  );
}

const Witnesses = ({ field }: FieldsProps) => (
  <>
    <Field {...field("log.witnesses")} {...boxTexts("log.witnesses")} {...ofLines} />
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
        hint={`${featureWords[feature].use()} ${needsWords(feature)}`.trim()}
      />
    ))}
  </>
);

type SectionProps = FieldsProps & { names: readonly string[]; titles: Boxes };

/** Kinds that are off have no box, and keep who sees them. */
const Publishing = ({ field, names }: SectionProps) => {
  const shown = new Set(field("shownKinds").value.split(","));
  const kinds = kindsOn(useDashboard(), publicKinds);
  return boxNames
    .filter((name) => names.includes(name))
    .map((name) =>
      name === "shownKinds" ? (
        <ShownKindsChoice key={name} {...{ shown, kinds }} />
      ) : (
        <SettingBox key={name} name={name} field={field} />
      ),
    );
};

/** The boxes of a section one below the other, in the order of their words. */
export const AllBoxes = ({ field, names }: SectionProps) =>
  boxNames.filter((name) => names.includes(name)).map((name) => <SettingBox key={name} name={name} field={field} />);

/** Its title is that of its row in the index. The text is about the feature, if there is one. */
export type SettingsSection = OfFeature & {
  text?: () => string;
  /** For a section that is not only its boxes, one below the other. */
  fields?: (props: SectionProps) => ReactNode;
};

export const settingsSections: Record<SectionId, SettingsSection> = {
  operator: { fields: Operator },
  publishing: { fields: Publishing },
  records: {},
  retention: { text: m.settings_retention_text },
  accounts: {},
  backups: { text: m.settings_backups_text, fields: Backups },
  log: { feature: "statements", text: m.settings_log_text, fields: PublicLog },
  places: { text: m.settings_places_text, fields: OfficialPlaces },
  features: { text: m.settings_features_text, fields: SiteFeatures },
};
