import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { m } from "#i18n/compiled/messages.js";
import { FormPart } from "#design/form/form-parts.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { OperatorFields, WaysToReachFields } from "./operator-fields.tsx";
import { EmailField, NameField, NewPasswordFields } from "../form/person-fields.tsx";
import { LookupPolicyChoice, ShownKindsChoice } from "./publishing-choices.tsx";
import { Button } from "#design/form/button.tsx";
import { shownAccountForm, TokenForm } from "../form/account-form.tsx";

type SetupFormProps = {
  token: string;
  sent: FormResult | undefined;
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
export function SetupForm({ token, sent, lookupPolicy, shownKinds }: SetupFormProps) {
  const { problems, field } = shownAccountForm(sent, fields);
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
