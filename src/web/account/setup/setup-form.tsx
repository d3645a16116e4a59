import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { m } from "#i18n/compiled/messages.js";
import { FormPart } from "#design/form/form-part.tsx";
import type { FormState } from "../form/form-state.ts";
import { OperatorFields, WaysToReachFields } from "./operator-fields.tsx";
import { EmailField, NameField, NewPasswordFields } from "../form/person-fields.tsx";
import { shownForm } from "../form/problem-words.ts";
import { LookupPolicyChoice, ShownKindsChoice } from "./publishing-choices.tsx";
import { Button } from "#design/form/button.tsx";
import { TokenForm } from "../form/token-form.tsx";

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
        <OperatorFields field={field} />
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
      <Button>{m.setup_button()}</Button>
    </TokenForm>
  );
}
