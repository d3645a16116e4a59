import { type PublicKind, publicKinds } from "#core/records/document-kinds.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { type BoxName, boxTexts, settingWordsOf } from "#i18n/setting-words.ts";
import { Choice, Choices } from "#design/form/choices.tsx";
import { Field, type FieldProps } from "#design/form/field.tsx";

type BoxProps = {
  name: BoxName;
  field: (name: string) => Pick<FieldProps, "name" | "problem" | "takesFocus"> & { value: string };
};

/** A box of the settings, as its words say what it is. */
export function SettingBox({ name, field }: BoxProps) {
  const { isSwitch, isNumber, choices } = settingWordsOf(name);
  const { value, problem, takesFocus } = field(name);
  if (name === "shownKinds") return <ShownKindsChoice shown={new Set(value.split(","))} />;
  if (choices) return <SettingChoices {...{ name, problem, takesFocus }} chosen={value} />;
  if (isSwitch) return <Switch name={name} value={value} {...boxTexts(name)} />;
  return <Field {...field(name)} {...boxTexts(name)} {...(isNumber ? ofNumber : ofText)} />;
}

const ofText = { autoComplete: "off", maxLength: 200, required: false } as const;
const ofNumber = { inputMode: "numeric", maxLength: 4, autoComplete: "off" } as const;

type SwitchProps = Refused & { name: string; value: string; label: string; hint?: string };

export const Switch = ({ value, ...texts }: SwitchProps) => (
  <Choice type="checkbox" {...texts} value="on" isChosen={value === "on"} />
);

type Refused = Pick<FieldProps, "problem" | "takesFocus">;

export function SettingChoices({ name, chosen, ...refused }: Refused & { name: BoxName; chosen: string }) {
  const { label, legend = label, choices = {} } = settingWordsOf(name);
  const shown = Object.entries(choices).map(([value, words]) => ({
    value,
    label: words.label(),
    ...(words.hint && { hint: words.hint() }),
  }));
  return <Choices name={name} legend={legend()} chosen={chosen} choices={shown} {...refused} />;
}

type ShownKindsProps = { shown: ReadonlySet<string>; kinds?: readonly PublicKind[] };

export function ShownKindsChoice({ shown, kinds = publicKinds }: ShownKindsProps) {
  const { label, hint } = boxTexts("shownKinds");
  return (
    <fieldset aria-describedby="shown-kinds-advice" className="grid min-w-0 gap-2">
      <legend className="font-semibold">{label}</legend>
      <p id="shown-kinds-advice" className="mb-1 text-16 text-quiet">
        {hint}
      </p>
      {kinds.map((kind) => (
        <Choice
          key={kind}
          type="checkbox"
          name="shownKinds"
          value={kind}
          label={documentTitle(kind, "/")}
          isChosen={shown.has(kind)}
        />
      ))}
    </fieldset>
  );
}
