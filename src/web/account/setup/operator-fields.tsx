import { boxTexts } from "#i18n/setting-words.ts";
import { Field, type FieldProps } from "#design/form/field.tsx";
import { LinkField } from "../form/link-field.tsx";

type OperatorFieldsProps = {
  field: (name: string) => Pick<FieldProps, "name" | "value" | "problem" | "takesFocus">;
};

export const OperatorFields = ({ field }: OperatorFieldsProps) => (
  <>
    <Field
      {...field("operator.name")}
      {...boxTexts("operator.name")}
      type="text"
      autoComplete="organization"
      maxLength={200}
    />
    <Field
      {...field("operator.about")}
      {...boxTexts("operator.about")}
      type="text"
      autoComplete="off"
      maxLength={200}
      required={false}
    />
    <Field
      {...field("operator.licence")}
      {...boxTexts("operator.licence")}
      type="text"
      autoComplete="off"
      maxLength={200}
      required={false}
    />
    <LinkField {...field("operator.licenceRegister")} {...boxTexts("operator.licenceRegister")} required={false} />
  </>
);

/** All fields are optional. */
export const WaysToReachFields = ({ field }: OperatorFieldsProps) => (
  <>
    <Field
      {...field("operator.phone")}
      {...boxTexts("operator.phone")}
      type="tel"
      autoComplete="tel"
      maxLength={200}
      required={false}
    />
    <Field
      {...field("operator.email")}
      {...boxTexts("operator.email")}
      type="email"
      autoComplete="off"
      required={false}
    />
  </>
);
