import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";

type Shared = {
  name: string;
  label: string;
  hint: string;
  value: string;
  /** What is wrong with the value; it takes the hint's place, so that nothing moves. */
  problem?: string | undefined;
};

type TextFieldProps = Shared &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoCapitalize" | "autoComplete" | "enterKeyHint" | "maxLength" | "required" | "className"
  >;

export const TextField = ({ label, hint, value, problem, className = "", ...input }: TextFieldProps) => (
  <Field {...{ name: input.name, label, hint, problem }}>
    <input
      {...input}
      {...described(input.name, problem)}
      type="text"
      defaultValue={value}
      autoCorrect="off"
      spellCheck={false}
      className={`box min-h-14 ${className}`}
    />
  </Field>
);

type TextAreaProps = Shared & Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, "maxLength" | "required" | "rows">;

export const TextArea = ({ label, hint, value, problem, ...area }: TextAreaProps) => (
  <Field {...{ name: area.name, label, hint, problem }}>
    <textarea {...area} {...described(area.name, problem)} defaultValue={value} className="box" />
  </Field>
);

const noteOf = (name: string) => `${name}-note`;

const described = (name: string, problem: string | undefined) => ({
  id: name,
  "aria-describedby": noteOf(name),
  "aria-invalid": problem ? true : undefined,
  autoFocus: problem !== undefined,
});

const Field = ({ name, label, hint, problem, children }: Omit<Shared, "value"> & { children: ReactNode }) => (
  <div className="grid gap-1">
    <label htmlFor={name} className="font-semibold">
      {label}
    </label>
    {children}
    <p id={noteOf(name)} className={problem ? "text-16 font-semibold text-alarm" : "text-16 text-quiet"}>
      {problem ?? hint}
    </p>
  </div>
);
