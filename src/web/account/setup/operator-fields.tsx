import { m } from "#i18n/compiled/messages.js";
import { Field, type FieldProps } from "#design/form/field.tsx";
import { LinkField } from "../form/link-field.tsx";

type OperatorFieldsProps = {
  field: (name: string) => Pick<FieldProps, "name" | "value" | "problem" | "takesFocus">;
};

export const OperatorFields = ({ field }: OperatorFieldsProps) => (
  <>
    <Field
      {...field("operator.name")}
      label={m.operator_name()}
      hint={m.operator_name_hint()}
      type="text"
      autoComplete="organization"
      maxLength={200}
    />
    <Field
      {...field("operator.about")}
      label={m.operator_about()}
      hint={m.operator_about_hint()}
      type="text"
      autoComplete="off"
      maxLength={200}
      required={false}
    />
    <Field
      {...field("operator.licence")}
      label={m.operator_licence()}
      hint={m.operator_licence_hint()}
      type="text"
      autoComplete="off"
      maxLength={200}
      required={false}
    />
    <LinkField
      {...field("operator.licenceRegister")}
      label={m.operator_register()}
      hint={m.operator_register_hint()}
      required={false}
    />
  </>
);

/** All fields are optional. */
export const WaysToReachFields = ({ field }: OperatorFieldsProps) => (
  <>
    <Field
      {...field("operator.phone")}
      label={m.operator_phone()}
      hint={m.operator_reach_hint()}
      type="tel"
      autoComplete="tel"
      maxLength={200}
      required={false}
    />
    <Field
      {...field("operator.email")}
      label={m.operator_email()}
      hint={m.operator_licence_hint()}
      type="email"
      autoComplete="off"
      required={false}
    />
  </>
);
