import type { InputHTMLAttributes } from "react";

type TextFieldProps = {
  name: string;
  label: string;
  hint: string;
  value: string;
  /** What is wrong with the value; it takes the hint's place, so that nothing moves. */
  problem?: string | undefined;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "autoCapitalize" | "enterKeyHint" | "maxLength">;

export function TextField({ name, label, hint, value, problem, ...behaviour }: TextFieldProps) {
  const note = `${name}-note`;
  return (
    <div className="grid gap-1">
      <label htmlFor={name} className="font-semibold">
        {label}
      </label>
      <input
        {...behaviour}
        id={name}
        name={name}
        type="text"
        defaultValue={value}
        required
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby={note}
        aria-invalid={problem ? true : undefined}
        autoFocus={problem !== undefined}
        className="min-h-14 w-full scroll-mt-20 rounded-sm border-2 border-line-strong bg-sunk px-4 text-22 tracking-wide tabular-nums aria-invalid:border-alarm"
      />
      <p id={note} className={problem ? "text-16 font-semibold text-alarm" : "text-16 text-quiet"}>
        {problem ?? hint}
      </p>
    </div>
  );
}
