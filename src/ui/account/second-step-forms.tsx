import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "./account-form.tsx";
import { CodeField } from "./code-field.tsx";
import { Field } from "./field.tsx";
import type { FormState } from "./form-state.ts";
import { KeptInLanguage } from "./kept-in-language.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { shownForm } from "./problem-words.ts";
import { SubmitButton } from "./submit-button.tsx";

type SecondStepFormsProps = { action: string; from: string; state: FormState; does?: "sign-in" | "prove" };

/** The code of the app, a passkey, or a recovery code: whichever is at hand. */
export function SecondStepForms({ action, from, state, does = "sign-in" }: SecondStepFormsProps) {
  const { field } = shownForm(state, ["code"], "code");
  const byRecovery = state.typed["by"] === "recovery";
  const code = field("code");
  return (
    <>
      <KeptInLanguage name="from" value={from} />
      <AccountForm action={action} hidden={{ from }}>
        <CodeField {...(byRecovery ? { name: "code" } : code)} />
        <SubmitButton label={m.continue()} />
      </AccountForm>
      <PasskeyButton label={m.use_passkey()} does={does} from={from} />
      <details open={byRecovery} className="border-t border-line pt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {m.no_app_at_hand()}
        </summary>
        <div className="pt-2">
          <AccountForm action={action} hidden={{ from, by: "recovery" }}>
            <Field
              {...(byRecovery ? code : { name: "code" })}
              id="recovery-code"
              label={m.recovery_code()}
              hint={m.recovery_code_hint()}
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
            />
            <SubmitButton look="quiet" label={m.use_recovery_code()} />
          </AccountForm>
        </div>
      </details>
    </>
  );
}
