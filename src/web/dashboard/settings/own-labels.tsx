import { isPortalError, PortalError } from "#core/errors.ts";
import { ownAudiences } from "#core/own-fields/own-field.ts";
import { isOn, type WithFeatures } from "#core/settings/features.ts";
import { type Language, languageNames } from "#core/settings/languages.ts";
import { m } from "#i18n/compiled/messages.js";
import { Choice } from "#design/form/choices.tsx";
import { Field } from "#design/form/field.tsx";
import type { shownForm } from "#design/form/form-result.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { ownAudienceWords } from "./own-field-words.ts";

/** Reports problems of the settings by the names of the boxes. */
export async function inBoxNames<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (!isPortalError(error) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([path, problem]) => [boxOf(path), problem] as const);
    throw new PortalError("invalid", { fields: Object.fromEntries(fields), cause: error });
  }
}

/** "ownFields.3.labels.bn" is "label.bn", as is "secondNumber.labels.bn". */
function boxOf(path: string): string {
  const [part = "", language = "en"] = path.replace(/^(?:own\w+\.\d+|secondNumber)\./, "").split(".");
  if (part === "labels" || part === "hints") return `${part.slice(0, -1)}.${language}`;
  return part === "choices" || path.startsWith("secondNumber.") ? part : path;
}

export type FieldOf = ReturnType<typeof shownForm>["field"];

type InLanguagesProps = {
  languages: readonly Language[];
  field: FieldOf;
  name: "label" | "hint";
  label: (inputs: { language: string }) => string;
  /** Below the first box. */
  hint: string;
  maxLength: number;
};

/** A box for each language. */
export const InLanguages = ({ languages, field, name, label, hint, maxLength }: InLanguagesProps) =>
  languages.map((language, at) => (
    <Field
      key={language}
      {...field(`${name}.${language}`)}
      label={label({ language: languageNames[language] })}
      hint={at === 0 ? hint : undefined}
      required={false}
      maxLength={maxLength}
      dir="auto"
      autoComplete="off"
    />
  ));

export const labelBoxes = (languages: readonly Language[]): string[] => languages.map((one) => `label.${one}`);

/** The boxes for the name of a field or paper. */
export const Labels = ({ languages, field }: Pick<InLanguagesProps, "languages" | "field">) => (
  <InLanguages
    {...{ languages, field }}
    name="label"
    label={m.own_field_label_in}
    hint={m.own_field_label_hint()}
    maxLength={80}
  />
);

/** A box that is ticked or not. */
export const Tick = (box: { name: string; label: string; isChosen: boolean }) => (
  <Choice type="checkbox" value="on" {...box} />
);

/** Who can see a field or paper: its holder only on a site where holders have pages, or where that was chosen before. */
const audiencesOf = (site: WithFeatures, chosen: string) =>
  ownAudiences
    .filter((value) => value !== "holder" || chosen === value || isOn(site, "holders"))
    .map((value) => ({ value, label: ownAudienceWords[value]() }));

/** Who sees a field or paper. */
export const AudienceField = ({ field }: Pick<InLanguagesProps, "field">) => (
  <Field
    {...field("audience")}
    label={m.own_field_audience()}
    hint={m.own_field_audience_hint()}
    choices={audiencesOf(useDashboard(), field("audience").value)}
  />
);
