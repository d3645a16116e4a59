import type { ErrorId, FieldProblems } from "#core/errors.ts";
import {
  fieldWords,
  type OwnFieldWords,
  type OwnProblemWords,
  type ProblemFacts,
  problemWords,
} from "./problem-words.ts";

export type FormValues = Readonly<Record<string, string>>;

/** A form that the server sent back. `Values` and `Problem` are for forms with more than text fields. */
export type FormResult<Values = FormValues, Problem = ErrorId> = ProblemFacts & {
  /** The typed values, without secrets. */
  values: Values;
  /** Why the action was not done. "invalid" if the fields have the problems, null if nothing is wrong. */
  problem: Problem | null;
  fields: FieldProblems;
  /** A proof of work, as JSON. The script solves it and sends the form again. */
  challenge?: string;
  /** Sent with the form after `waitSeconds`, it replaces the proof of work. */
  waitTicket?: string;
  /** Distinguishes this result from earlier ones. */
  at: number;
};

/** The buttons of a page that each of its forms claims, by their `do`. A form whose button has none claims "". */
export type Claims<Form extends string> = Readonly<Record<Form, readonly string[]>>;

/**
 * Gives a refused form to the form on the page that claims its button. The page shows what none claims (`Unclaimed`), so
 * that no problem is silent. A page with one form claims everything.
 */
export function handOut<Form extends string>(answer: unknown, claims?: Claims<Form>) {
  const sent = isFormResult(answer) ? answer : undefined;
  const does = sent?.values["do"] ?? "";
  const isClaimed = !claims || Object.values<readonly string[]>(claims).some((buttons) => buttons.includes(does));
  return {
    of: (form: Form) => (claims?.[form].includes(does) ? sent : undefined),
    unclaimed: isClaimed ? undefined : sent,
  };
}

const isFormResult = (answer: unknown): answer is FormResult =>
  typeof answer === "object" && answer !== null && "problem" in answer && "values" in answer;

type FormOptions = {
  filled?: FormValues;
  own?: OwnProblemWords;
  ownFields?: OwnFieldWords;
  /** The field that also shows problems of the whole form, and of fields that are not on the page. */
  elsewhere?: string;
};

export type ShownField = ReturnType<ReturnType<typeof shownForm>["field"]>;

/** Returns the values and problems that a form shows. `names`: the fields in the order of the page. */
export function shownForm(result: FormResult | undefined, names: readonly string[], options: FormOptions = {}) {
  const { filled = {}, own, elsewhere } = options;
  const problems = problemsByField(result, names, options);
  const isSaid = result?.problem === "invalid" && problems.size > 0;
  const whole = result?.problem && !isSaid ? problemWords(result.problem, result, own) : null;
  if (whole !== null && elsewhere !== undefined) problems.set(elsewhere, whole);
  const [firstWrong] = problems.keys();
  return {
    challenge: result?.challenge,
    waitTicket: result?.waitTicket,
    /** The text for each wrong field, in the order of the page. */
    problems,
    /** The problem of the whole form. Null if a field shows it. */
    problem: elsewhere === undefined ? whole : null,
    /** Returns the props of a field. The first wrong field takes the focus. */
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
