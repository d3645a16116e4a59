type SelectFieldProps = {
  name: string;
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  problem: string | undefined;
  takesFocus: boolean;
};

export const SelectField = ({ name, label, value, choices, problem, takesFocus }: SelectFieldProps) => (
  <div className="grid gap-1">
    <label htmlFor={name} className="font-semibold">
      {label}
    </label>
    <select
      id={name}
      name={name}
      defaultValue={value}
      aria-describedby={problem && `${name}-note`}
      aria-invalid={problem ? true : undefined}
      autoFocus={takesFocus}
      className="min-h-13 w-full rounded-sm border-2 border-line-strong bg-sunk px-3 aria-invalid:border-alarm"
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
    {problem && (
      <p id={`${name}-note`} className="font-semibold text-alarm">
        {problem}
      </p>
    )}
  </div>
);
