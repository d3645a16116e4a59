import { data } from "react-router";
import type { Caller } from "#core/staff/accounts.ts";
import { withoutSecrets } from "../../frame/read-form.server.ts";
import { type FormProblem, type FormState, untouched } from "../form/form-state.ts";
import type { Visit } from "../../frame/visit.server.ts";

type Form = Readonly<Record<string, string>>;

export const callerOf = ({ headers }: Request, { clientAddress }: Visit): Caller => ({ headers, clientAddress });

/** The same page again, with what is wrong and what was typed. */
export function formAgain(form: Form, refused: FormProblem) {
  return data<FormState>({ typed: withoutSecrets(form), refused }, statuses.get(refused.problem) ?? 403);
}

/** The same page in another language. */
export const typedAgain = (form: Form): FormState => ({ ...untouched, typed: withoutSecrets(form) });

const statuses = new Map<FormProblem["problem"], number>([
  ["fields", 400],
  ["link-ended", 404],
  ["wait", 429],
  ["internal", 500],
  ["unavailable", 503],
]);
