import { type OwnFieldType, ownAudiences, ownFieldTypes, ownName, textIn } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale } from "#i18n/compiled/runtime.js";
import { ownValueWords } from "#i18n/own-field-words.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { OwnFields } from "../record-form/own-fields.tsx";
import { OwnPreview, PreviewForStaff, PreviewForVisitors } from "./own-preview.tsx";
import { textsIn } from "./typed-texts.ts";

/** A value of each type that somebody may have typed. A choice has its own. */
const values: Record<Exclude<OwnFieldType, "choice" | "text" | "long-text">, string> = {
  number: "12500",
  day: "2027-03-31",
  "yes-no": "yes",
  country: "QA",
  phone: "+8801712345678",
};

function valueOf(type: OwnFieldType, choices: readonly string[]): string {
  if (type === "choice") return choices[0] ?? "";
  return type === "text" || type === "long-text" ? m.own_preview_value() : values[type];
}

/** `published`: a day as the site writes it. */
export function FieldPreview({ typed, published }: { typed: FormValues; published: string }) {
  const type = ownFieldTypes.find((one) => one === typed["type"]) ?? "text";
  const audience = ownAudiences.find((one) => one === typed["audience"]) ?? "staff";
  const choices = (typed["choices"] ?? "").split("\n").flatMap((line) => line.trim() || []);
  const label = textIn(textsIn(typed, "label"), getLocale()) || m.own_field_title();
  const [id, value] = ["f1", valueOf(type, choices)];
  const words = ownValueWords({ type }, value);
  const field = {
    id,
    name: ownName(id),
    type,
    label,
    hint: textIn(textsIn(typed, "hint"), getLocale()),
    isNeeded: "isNeeded" in typed,
    isShown: audience === "visitors",
    choices: choicesOf(type, choices, value),
  };
  return (
    <OwnPreview
      inForm={
        <OwnFields key={type + field.choices.length} fields={[field]} values={{ [id]: value }} problems={new Map()} />
      }
      forStaff={<PreviewForStaff own={[{ id, label, value: words, seenBy: audience }]} published={published} />}
      forVisitors={
        audience === "visitors" ? (
          <PreviewForVisitors
            own={value === "" ? [] : [{ id, type, labels: { en: label }, value }]}
            published={published}
          />
        ) : null
      }
    />
  );
}

/** What a select offers. Of the countries, one is enough to see it. */
function choicesOf(type: OwnFieldType, choices: readonly string[], value: string) {
  if (type === "choice") return choices.map((choice) => ({ value: choice, label: choice }));
  const offered = { "yes-no": ["yes", "no"], country: [value] };
  return (type === "yes-no" || type === "country" ? offered[type] : []).map((one) => ({
    value: one,
    label: ownValueWords({ type }, one),
  }));
}
