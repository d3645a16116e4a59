import { documentKinds } from "#core/candidates/document-kinds.ts";
import type { LookupPolicy } from "#core/candidates/lookup-policy.ts";
import { m } from "#i18n/compiled/messages.js";
import { paperTitle } from "../papers/paper-titles.ts";
import { Choice } from "./choice.tsx";
import { Field } from "./field.tsx";
import { FormPart } from "./form-part.tsx";
import type { FormState } from "./form-state.ts";
import { EmailField, NameField, NewPasswordFields } from "./person-fields.tsx";
import { shownForm } from "./problem-words.ts";
import { SubmitButton } from "./submit-button.tsx";
import { TokenForm } from "./token-form.tsx";

type SetupFormProps = {
  token: string;
  state: FormState;
  lookupPolicy: LookupPolicy;
  shownKinds: ReadonlySet<string>;
};

const fields = [
  "operator.name",
  "operator.licence",
  "operator.licenceRegister",
  "operator.phone",
  "operator.email",
  "name",
  "email",
  "password",
  "password2",
];

/** What a new site has to know, and its first admin. */
export function SetupForm({ token, state, lookupPolicy, shownKinds }: SetupFormProps) {
  const { problems, field } = shownForm(state, fields, "password2");
  return (
    <TokenForm action="/setup" token={token} problems={problems}>
      <FormPart title={m.setup_operator()}>
        <Field
          {...field("operator.name")}
          label={m.operator_name()}
          hint={m.operator_name_hint()}
          type="text"
          autoComplete="organization"
          maxLength={200}
        />
        <Field
          {...field("operator.licence")}
          label={m.operator_licence()}
          hint={m.operator_licence_hint()}
          type="text"
          autoComplete="off"
          maxLength={200}
          required={false}
        />
        <Field
          {...field("operator.licenceRegister")}
          label={m.operator_register()}
          hint={m.operator_register_hint()}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          required={false}
        />
        <WaysToReachFields field={field} />
      </FormPart>
      <FormPart title={m.setup_publishing()}>
        <LookupPolicyChoice chosen={lookupPolicy} />
        <ShownKindsChoice shown={shownKinds} />
      </FormPart>
      <FormPart title={m.setup_you()}>
        <NameField {...field("name")} />
        <EmailField {...field("email")} />
        <NewPasswordFields field={field} />
      </FormPart>
      <SubmitButton label={m.setup_button()} />
    </TokenForm>
  );
}

type WaysToReachProps = Pick<ReturnType<typeof shownForm>, "field">;

/** All of them may stay empty. */
const WaysToReachFields = ({ field }: WaysToReachProps) => (
  <>
    <Field
      {...field("operator.phone")}
      label={m.operator_phone()}
      hint={m.operator_reach_hint()}
      type="tel"
      autoComplete="tel"
      maxLength={200}
      required={false}
    />
    <Field
      {...field("operator.email")}
      label={m.operator_email()}
      hint={m.operator_licence_hint()}
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required={false}
    />
  </>
);

const LookupPolicyChoice = ({ chosen }: { chosen: LookupPolicy }) => (
  <fieldset className="grid min-w-0 gap-3">
    <legend className="mb-2 font-semibold">{m.lookup_policy()}</legend>
    <Choice
      type="radio"
      name="lookupPolicy"
      value="guarded"
      label={m.lookup_guarded()}
      hint={m.lookup_guarded_advice()}
      isChosen={chosen === "guarded"}
    />
    <Choice
      type="radio"
      name="lookupPolicy"
      value="open"
      label={m.lookup_open()}
      hint={m.lookup_open_advice()}
      isChosen={chosen === "open"}
    />
  </fieldset>
);

const ShownKindsChoice = ({ shown }: { shown: ReadonlySet<string> }) => (
  <fieldset aria-describedby="shown-kinds-advice" className="grid min-w-0 gap-2">
    <legend className="font-semibold">{m.shown_kinds()}</legend>
    <p id="shown-kinds-advice" className="mb-1 text-16 text-quiet">
      {m.shown_kinds_advice()}
    </p>
    {documentKinds.map((kind) => (
      <Choice
        key={kind}
        type="checkbox"
        name="shownKinds"
        value={kind}
        label={paperTitle(kind, "/")}
        isChosen={shown.has(kind)}
      />
    ))}
  </fieldset>
);
