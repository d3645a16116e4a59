import { Field, type FieldProps } from "#design/form/field.tsx";

export const LinkField = (field: FieldProps) => (
  <Field
    type="url"
    inputMode="url"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={2000}
    {...field}
  />
);
