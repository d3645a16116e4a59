import { publicKinds } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { Choice, Choices } from "#design/form/choices.tsx";

export const LookupPolicyChoice = ({ chosen = "guarded" }: { chosen: string | undefined }) => (
  <Choices
    name="lookupPolicy"
    legend={m.lookup_policy()}
    chosen={chosen}
    choices={[
      { value: "guarded", label: m.lookup_guarded(), hint: m.lookup_guarded_advice() },
      { value: "code", label: m.lookup_code(), hint: m.lookup_code_advice() },
      { value: "open", label: m.lookup_open(), hint: m.lookup_open_advice() },
    ]}
  />
);

export const RegistrationChoice = ({ chosen }: { chosen: string }) => (
  <Choices
    name="registration"
    legend={m.settings_registration()}
    chosen={chosen}
    choices={[
      { value: "invite", label: m.settings_registration_invite(), hint: m.settings_registration_invite_hint() },
      { value: "open", label: m.settings_registration_open(), hint: m.settings_registration_open_hint() },
    ]}
  />
);

export const SecondFactorChoice = ({ chosen }: { chosen: string }) => (
  <Choices
    name="secondFactor"
    legend={m.settings_second_factor()}
    chosen={chosen}
    choices={[
      { value: "required", label: m.settings_second_factor_required(), hint: m.settings_second_factor_required_hint() },
      { value: "optional", label: m.settings_second_factor_optional(), hint: m.settings_second_factor_optional_hint() },
    ]}
  />
);

export const ShownKindsChoice = ({ shown }: { shown: ReadonlySet<string> }) => (
  <fieldset aria-describedby="shown-kinds-advice" className="grid min-w-0 gap-2">
    <legend className="font-semibold">{m.shown_kinds()}</legend>
    <p id="shown-kinds-advice" className="mb-1 text-16 text-quiet">
      {m.shown_kinds_advice()}
    </p>
    {publicKinds.map((kind) => (
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
