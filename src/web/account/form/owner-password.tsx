import { m } from "#i18n/compiled/messages.js";
import type { FormState } from "./form-state.ts";
import { PasswordField } from "./password-field.tsx";
import { shownForm } from "./problem-words.ts";

type OwnerPasswordProps = { id: string; hasPassword: boolean; state: FormState };

/** Asks for the password where there is one; where there is none, says what else is wrong. */
export function OwnerPassword({ id, hasPassword, state }: OwnerPasswordProps) {
  const { problems, field } = shownForm(state, ["password"], "password");
  if (hasPassword) {
    return <PasswordField {...field("password")} id={id} label={m.password()} autoComplete="current-password" />;
  }
  return [...problems.values()].map((words) => (
    <p key={words} role="alert" className="font-semibold text-alarm">
      {words}
    </p>
  ));
}
