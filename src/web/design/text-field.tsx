import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";

type Shared = {
  name: string;
  label: string;
  hint: string;
  value: string;
  /** What is said where nothing was typed; absent where the field may stay empty. */
  missing?: string | undefined;
  /** What is wrong with the value; it takes the hint's place, so that nothing moves. */
  problem?: string | undefined;
  /** Whether it is the first wrong field of the page. */
  takesFocus?: boolean | undefined;
};

type TextFieldProps = Shared &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoCapitalize" | "autoComplete" | "enterKeyHint" | "maxLength" | "className"
  >;

export function TextField({
  label,
  hint,
  value,
  missing,
  problem,
  takesFocus,
  className = "",
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ name: input.name, label, hint, problem }}>
      <input
        {...input}
        {...described({ name: input.name, missing, problem, takesFocus })}
        type="text"
        defaultValue={value}
        autoCorrect="off"
        spellCheck={false}
        className={`box min-h-14 ${className}`}
      />
    </Field>
  );
}

type TextAreaProps = Shared & Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, "maxLength" | "rows">;

export const TextArea = ({ label, hint, value, missing, problem, takesFocus, ...area }: TextAreaProps) => (
  <Field {...{ name: area.name, label, hint, problem }}>
    <textarea
      {...area}
      {...described({ name: area.name, missing, problem, takesFocus })}
      defaultValue={value}
      className="box"
    />
  </Field>
);

const noteOf = (name: string) => `${name}-note`;

const described = ({
  name,
  missing,
  problem,
  takesFocus,
}: Pick<Shared, "name" | "missing" | "problem" | "takesFocus">) => ({
  id: name,
  required: missing !== undefined,
  // Its words, for the script: the browser's own would come in the browser's language.
  "data-missing": missing,
  "aria-describedby": noteOf(name),
  "aria-invalid": problem ? true : undefined,
  autoFocus: takesFocus,
});

const Field = ({
  name,
  label,
  hint,
  problem,
  children,
}: Pick<Shared, "name" | "label" | "hint" | "problem"> & { children: ReactNode }) => (
  <div className="group/field grid gap-1">
    <label htmlFor={name} className="font-semibold">
      {label}
    </label>
    {children}
    {/* The script of all pages may have written here before React comes, and React leaves it. */}
    <p
      id={noteOf(name)}
      suppressHydrationWarning
      role={problem && "alert"}
      className="text-16 text-quiet group-has-aria-invalid/field:font-semibold group-has-aria-invalid/field:text-alarm"
    >
      {problem ?? hint}
    </p>
  </div>
);
