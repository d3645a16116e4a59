type ChoiceProps = {
  type: "radio" | "checkbox";
  name: string;
  value: string;
  label: string;
  hint?: string;
  /** The text of the problem. Replaces the hint. */
  problem?: string | undefined;
  takesFocus?: boolean | undefined;
  isChosen: boolean;
};

export function Choice({ type, name, value, label, hint, problem, takesFocus, isChosen }: ChoiceProps) {
  const id = `${name}-${value}`;
  const note = problem ?? hint;
  return (
    <div className="grid grid-cols-[1.75rem_1fr] gap-x-2">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        defaultChecked={isChosen}
        autoFocus={takesFocus}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={problem ? true : undefined}
        className="mt-1 size-5 accent-current"
      />
      <label htmlFor={id} className="min-h-8 cursor-pointer">
        {label}
      </label>
      {note && (
        <p id={`${id}-note`} className={`col-start-2 text-16 ${problem ? "font-semibold text-alarm" : "text-quiet"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

type ChoicesProps = {
  name: string;
  legend: string;
  chosen: string;
  choices: readonly Pick<ChoiceProps, "value" | "label" | "hint">[];
  problem?: string | undefined;
  takesFocus?: boolean | undefined;
};

export const Choices = ({ name, legend, chosen, choices, problem, takesFocus }: ChoicesProps) => (
  <fieldset aria-describedby={problem ? `${name}-problem` : undefined} className="grid min-w-0 gap-3">
    <legend className="mb-2 font-semibold">{legend}</legend>
    {problem && (
      <p id={`${name}-problem`} className="text-16 font-semibold text-alarm">
        {problem}
      </p>
    )}
    {choices.map((choice) => (
      <Choice
        key={choice.value}
        type="radio"
        name={name}
        {...choice}
        isChosen={choice.value === chosen}
        takesFocus={takesFocus && choice.value === chosen}
      />
    ))}
  </fieldset>
);
