import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { FormPart } from "#design/form/form-part.tsx";
import { type FormState, untouched } from "../form/form-state.ts";
import { OwnerPassword } from "../form/owner-password.tsx";
import { Button } from "#design/form/button.tsx";

type TotpFormsProps = { page: string; email: string; hasPassword: boolean; state: FormState };

export const TotpBegin = ({ hasPassword, ...form }: TotpFormsProps) => (
  <>
    {hasPassword && <p>{m.totp_begin_text()}</p>}
    <StepForm {...form} hasPassword={hasPassword} step="begin" label={m.continue()} look="primary" />
  </>
);

export const TotpManage = (form: TotpFormsProps) => (
  <>
    <p className="font-semibold">{m.second_step_on()}</p>
    <FormPart title={m.recovery_new()}>
      <p>{m.recovery_new_text()}</p>
      <StepForm {...form} step="codes" label={m.recovery_make()} />
    </FormPart>
    <FormPart title={m.totp_remove()}>
      <p>{m.totp_remove_text()}</p>
      <StepForm {...form} step="remove" label={m.totp_remove_button()} />
    </FormPart>
  </>
);

type StepFormProps = TotpFormsProps & { step: string; label: string; look?: "primary" | "secondary" };

/** Asks for the password where there is one. */
function StepForm({ page, email, hasPassword, state, step, label, look = "secondary" }: StepFormProps) {
  const isMeant = state.typed["step"] === step;
  return (
    <AccountForm action={page} hidden={{ step }}>
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <OwnerPassword id={`password-${step}`} hasPassword={hasPassword} state={isMeant ? state : untouched} />
      <Button look={look}>{label}</Button>
    </AccountForm>
  );
}
