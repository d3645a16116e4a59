import { Choice } from "./choice.tsx";

type ChoicesProps = {
  name: string;
  legend: string;
  chosen: string;
  choices: readonly { value: string; label: string; hint?: string }[];
};

/** One of several, with our advice where there is any. */
export const Choices = ({ name, legend, chosen, choices }: ChoicesProps) => (
  <fieldset className="grid min-w-0 gap-3">
    <legend className="mb-2 font-semibold">{legend}</legend>
    {choices.map((choice) => (
      <Choice key={choice.value} type="radio" name={name} {...choice} isChosen={choice.value === chosen} />
    ))}
  </fieldset>
);
