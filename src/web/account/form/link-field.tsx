import { Field, type FieldProps } from "#design/form/field.tsx";

export const LinkField = (field: FieldProps) => <Field type="url" autoComplete="off" {...field} />;
