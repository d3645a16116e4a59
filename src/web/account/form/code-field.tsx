import { m } from "#i18n/compiled/messages.js";
import { Field, type FieldProps } from "#design/form/field.tsx";

/** The six digits that an authenticator app shows. */
export const CodeField = (given: Pick<FieldProps, "name" | "problem" | "takesFocus">) => (
  <Field
    {...given}
    label={m.code()}
    hint={m.code_hint()}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
  />
);
