import { m } from "#i18n/compiled/messages.js";
import { AccountForm, SurvivesLanguageChange, shownAccountForm } from "../form/account-form.tsx";
import { CodeField } from "../form/person-fields.tsx";
import { Field } from "#design/form/field.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { NoPasskeysHere, PasskeyButton } from "./passkey-button.tsx";
import { Button } from "#design/form/button.tsx";

type CodeFormProps = { action: string; from: string; sent: FormResult | undefined };

type SecondStepFormsProps = CodeFormProps & {
  has: { app: boolean; codes: boolean; passkey: boolean };
  does?: "sign-in" | "prove";
};

/** Offers each second factor that the account has: a code from the app, a passkey, or a recovery code. */
export const SecondStepForms = ({ has, does = "sign-in", ...form }: SecondStepFormsProps) => (
  <>
    <SurvivesLanguageChange name="from" value={form.from} />
    {has.app && (
      <AccountForm action={form.action} hidden={{ from: form.from }}>
        <CodeField {...(isByRecovery(form.sent) ? { name: "code" } : codeIn(form.sent))} />
        <Button>{m.go_on()}</Button>
      </AccountForm>
    )}
    {has.passkey && <PasskeyButton label={m.use_passkey()} does={does} from={form.from} />}
    {has.app && (
      <details open={isByRecovery(form.sent)} className="border-t border-line pt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {m.no_app_at_hand()}
        </summary>
        <div className="pt-2">
          <RecoveryCodeForm {...form} variant="secondary" />
        </div>
      </details>
    )}
    {has.codes && !has.app && <RecoveryCodeForm {...form} variant="primary" />}
    {!has.codes && <NoPasskeysHere />}
  </>
);

const isByRecovery = (sent: FormResult | undefined) => sent?.values["by"] === "recovery";
const codeIn = (sent: FormResult | undefined) => shownAccountForm(sent, ["code"]).field("code");

function recoveryCodeIn(sent: FormResult | undefined) {
  if (!isByRecovery(sent)) return { name: "code" };
  const isWrong = sent?.problem === "wrong-code";
  return { ...codeIn(sent), ...(isWrong && { problem: m.recovery_code_wrong() }) };
}

const RecoveryCodeForm = ({ action, from, sent, variant }: CodeFormProps & { variant: "primary" | "secondary" }) => (
  <AccountForm action={action} hidden={{ from, by: "recovery" }}>
    <Field
      {...recoveryCodeIn(sent)}
      id="recovery-code"
      label={m.recovery_code()}
      hint={m.recovery_code_hint()}
      type="text"
      dir="ltr"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
    />
    <Button variant={variant}>{m.use_recovery_code()}</Button>
  </AccountForm>
);
