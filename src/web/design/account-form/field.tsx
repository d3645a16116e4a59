import type { InputHTMLAttributes, ReactNode } from "react";

export type FieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  value?: string | undefined;
  /** What is wrong, in words; it takes the hint's place. */
  problem?: string | undefined;
  /** Whether this is the first wrong field of the page. */
  takesFocus?: boolean;
  /** Where the page has two fields of one name. */
  id?: string;
  /** Beside the box. */
  children?: ReactNode;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "type"
  | "autoComplete"
  | "autoCapitalize"
  | "inputMode"
  | "max"
  | "enterKeyHint"
  | "maxLength"
  | "readOnly"
  | "required"
  | "spellCheck"
>;

/** A labelled box with its hint, or with what is wrong. */
export function Field({
  name,
  label,
  hint,
  value,
  problem,
  takesFocus = false,
  id = name,
  required = true,
  children,
  ...behaviour
}: FieldProps) {
  const note = `${id}-note`;
  return (
    <div className="group/field grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...behaviour}
          id={id}
          name={name}
          defaultValue={value}
          required={required}
          aria-describedby={note}
          aria-invalid={problem ? true : undefined}
          autoFocus={takesFocus}
          className="min-h-13 w-full scroll-mt-20 rounded-sm border-2 border-line-strong bg-sunk px-3 read-only:border-line read-only:bg-transparent aria-invalid:border-alarm"
        />
        {children}
      </div>
      {/* A script clears it and finds the hint here, or says what it alone knows. */}
      <p
        id={note}
        data-hint={hint}
        className="text-16 text-quiet empty:hidden group-has-aria-invalid/field:font-semibold group-has-aria-invalid/field:text-alarm"
      >
        {problem ?? hint}
      </p>
    </div>
  );
}
