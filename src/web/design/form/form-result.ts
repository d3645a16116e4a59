import type { FieldProblems } from "#core/errors.ts";
import {
  fieldWords,
  type FormProblem,
  type OwnFieldWords,
  type OwnProblemWords,
  type ProblemFacts,
  problemWords,
} from "./problem-words.ts";

export type FormValues = Readonly<Record<string, string>>;

/** A form that came back. `Values` and `Problem` are for forms that hold more than fields of text. */
export type FormResult<Values = FormValues, Problem = FormProblem> = ProblemFacts & {
  /** What was typed, without secrets. */
  values: Values;
  /** Why it was not done: "invalid" where the fields say so, null where nothing is wrong. */
  problem: Problem | null;
  fields: FieldProblems;
  /** Tells it from the one before. */
  at: number;
};

type FormOptions = {
  filled?: FormValues;
  own?: OwnProblemWords;
  ownFields?: OwnFieldWords;
  /** The field that also says what is wrong with the whole form, or with a field that is not on the page. */
  elsewhere?: string;
};

export type ShownField = ReturnType<ReturnType<typeof shownForm>["field"]>;

/** What a page shows of a form: `names` are its fields in the order of the page. */
export function shownForm(result: FormResult | undefined, names: readonly string[], options: FormOptions = {}) {
  const { filled = {}, own, elsewhere } = options;
  const problems = problemsByField(result, names, options);
  const isSaid = result?.problem === "invalid" && problems.size > 0;
  const whole = result?.problem && !isSaid ? problemWords(result.problem, result, own) : null;
  if (whole !== null && elsewhere !== undefined) problems.set(elsewhere, whole);
  const [firstWrong] = problems.keys();
  return {
    /** Words for each wrong field, in the order of the page. */
    problems,
    /** What is wrong with the whole form, where no field says it. */
    problem: elsewhere === undefined ? whole : null,
    /** What a field shows. The first wrong one takes the focus. */
    field: (name: string) => ({
      name,
      value: result?.values[name] ?? filled[name] ?? "",
      problem: problems.get(name),
      takesFocus: name === firstWrong,
    }),
  };
}

function problemsByField(
  result: FormResult | undefined,
  names: readonly string[],
  { ownFields = {}, elsewhere }: FormOptions,
): Map<string, string> {
  const placed = Object.entries(result?.fields ?? {}).flatMap(([name, problem]): [string, string][] => {
    const place = names.includes(name) ? name : elsewhere;
    return place === undefined ? [] : [[place, fieldWords(problem, result, ownFields[name])]];
  });
  return new Map(placed.toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}
