import type { InputHTMLAttributes, ReactNode } from "react";

type Choice = { value: string; label: string };

export type FieldProps = {
  name: string;
  label: ReactNode;
  hint?: string | undefined;
  value?: string | undefined;
  /** The text of the problem. Replaces the hint. */
  problem?: string | undefined;
  /** True for the first wrong field of the page. */
  takesFocus?: boolean | undefined;
  /** Needed if the page has two fields with the same name. */
  id?: string;
  /** For pages with one question. Screen readers announce a large field's problem. Only `missing` makes it required. */
  isLarge?: boolean;
  /** The text that the script (enhance/check-fields.ts) shows if a large field is empty. */
  missing?: string | undefined;
  /** The text that the script shows if the typed value cannot be a number of either kind. */
  notANumber?: string;
  /** True if a script may replace the value by the browser's own (zone-names.ts). */
  isProposal?: boolean;
  /** Makes a large field with several lines. */
  rows?: number;
  choices?: readonly Choice[];
  children?: ReactNode;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "type"
  | "autoComplete"
  | "autoCapitalize"
  | "className"
  | "dir"
  | "inputMode"
  | "list"
  | "max"
  | "min"
  | "enterKeyHint"
  | "maxLength"
  | "readOnly"
  | "required"
  | "spellCheck"
>;

export function Field({ label, hint, problem, isLarge = false, ...box }: FieldProps) {
  const { id = box.name } = box;
  const readsOut = isLarge || box.rows !== undefined;
  return (
    <div className="group/field grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Box {...box} id={id} isLarge={isLarge} isWrong={Boolean(problem)} />
      {/* Scripts may write a problem or the hint here, even before hydration. React then keeps their text. */}
      <p
        id={`${id}-note`}
        data-hint={hint}
        role={readsOut && problem ? "alert" : undefined}
        suppressHydrationWarning
        className="text-16 text-quiet empty:hidden group-has-aria-invalid/field:font-semibold group-has-aria-invalid/field:text-alarm"
      >
        {problem ?? hint}
      </p>
    </div>
  );
}

type BoxProps = Omit<FieldProps, "label" | "hint" | "problem"> & { id: string; isLarge: boolean; isWrong: boolean };

function Box({
  value,
  isWrong,
  takesFocus,
  isLarge,
  missing,
  notANumber,
  isProposal,
  rows,
  choices,
  children,
  className = "",
  required = missing !== undefined || !(isLarge || rows !== undefined || choices !== undefined),
  ...rest
}: BoxProps) {
  const box = {
    ...rest,
    required,
    "data-missing": missing,
    "data-not-a-number": notANumber,
    "data-proposal": isProposal ? "" : undefined,
    "aria-describedby": `${rest.id}-note`,
    "aria-invalid": isWrong ? true : undefined,
    autoFocus: takesFocus,
    defaultValue: value,
  };
  if (rows) return <textarea {...box} rows={rows} className="box" />;
  if (choices) {
    return (
      <select {...box} className={usualLook}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  }
  if (isLarge) {
    return <input type="text" autoCorrect="off" spellCheck={false} {...box} className={`box min-h-14 ${className}`} />;
  }
  return (
    <div className="relative" dir={rest.type && Object.hasOwn(ofType, rest.type) ? "ltr" : undefined}>
      <input
        {...ofType[rest.type ?? ""]}
        {...box}
        className={`${usualLook} scroll-mt-20 read-only:border-line read-only:bg-transparent`}
      />
      {children}
    </div>
  );
}

const asWritten = { autoCapitalize: "none", spellCheck: false };

/** These types are written from left to right in every language. */
const ofType: Readonly<Record<string, InputHTMLAttributes<HTMLInputElement>>> = {
  email: { ...asWritten, inputMode: "email", maxLength: 254 },
  url: { ...asWritten, inputMode: "url", maxLength: 2000 },
  password: { ...asWritten, maxLength: 1000 },
};

const usualLook = "min-h-13 w-full rounded-sm border-2 border-line-strong bg-sunk px-3 aria-invalid:border-alarm";
