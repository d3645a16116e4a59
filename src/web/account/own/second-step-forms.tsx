import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { CodeField } from "../form/code-field.tsx";
import { Field } from "#design/form/field.tsx";
import type { FormState } from "../form/form-state.ts";
import { KeptInLanguage } from "../form/kept-in-language.tsx";
import { NoPasskeysHere } from "../form/no-passkeys-here.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { shownForm } from "../form/problem-words.ts";
import { Button } from "#design/form/button.tsx";

type CodeFormProps = { action: string; from: string; state: FormState };

type SecondStepFormsProps = CodeFormProps & {
  /** What the person has to show. */
  has: { app: boolean; passkey: boolean };
  does?: "sign-in" | "prove";
};

/** The code of the app, a passkey, or a recovery code: whichever is at hand, of those that the person has. */
export const SecondStepForms = ({ has, does = "sign-in", ...form }: SecondStepFormsProps) => (
  <>
    <KeptInLanguage name="from" value={form.from} />
    {has.app && <AppCodeForm {...form} />}
    {has.passkey && <PasskeyButton label={m.use_passkey()} does={does} from={form.from} />}
    {has.app ? <RecoveryCodeForm {...form} /> : <NoPasskeysHere />}
  </>
);

const isByRecovery = ({ typed }: FormState) => typed["by"] === "recovery";
const codeIn = (state: FormState) => shownForm(state, ["code"], "code").field("code");

function recoveryCodeIn(state: FormState) {
  if (!isByRecovery(state)) return { name: "code" };
  const isWrong = state.refused?.problem === "wrong-code";
  return { ...codeIn(state), ...(isWrong && { problem: m.recovery_code_wrong() }) };
}

const AppCodeForm = ({ action, from, state }: CodeFormProps) => (
  <AccountForm action={action} hidden={{ from }}>
    <CodeField {...(isByRecovery(state) ? { name: "code" } : codeIn(state))} />
    <Button>{m.continue()}</Button>
  </AccountForm>
);

const RecoveryCodeForm = ({ action, from, state }: CodeFormProps) => (
  <details open={isByRecovery(state)} className="border-t border-line pt-4">
    <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
      {m.no_app_at_hand()}
    </summary>
    <div className="pt-2">
      <AccountForm action={action} hidden={{ from, by: "recovery" }}>
        <Field
          {...recoveryCodeIn(state)}
          id="recovery-code"
          label={m.recovery_code()}
          hint={m.recovery_code_hint()}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button look="secondary">{m.use_recovery_code()}</Button>
      </AccountForm>
    </div>
  </details>
);
