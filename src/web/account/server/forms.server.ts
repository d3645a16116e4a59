import { data } from "react-router";
import type { Caller } from "#core/staff/accounts.ts";
import { type FormProblem, type FormState, untouched } from "../form/form-state.ts";
import type { Visit } from "../../frame/visit.server.ts";

type Form = Readonly<Record<string, string>>;

/** The first value of every field. Anything but a plain form is empty. */
export const readForm = async (request: Request): Promise<Form> => firstValues(await readFields(request));

/** Browsers send each end of a line as two letters, and take a box that has both for another than they were given. */
export const readFields = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams((await request.text()).replaceAll("%0D%0A", "%0A"));

export const firstValues = (fields: URLSearchParams): Form => Object.fromEntries([...fields].toReversed());

export const callerOf = ({ headers }: Request, { clientAddress }: Visit): Caller => ({ headers, clientAddress });

/** The same page again, with what is wrong and what was typed. */
export function formAgain(form: Form, refused: FormProblem) {
  return data<FormState>({ typed: withoutSecrets(form), refused }, statuses.get(refused.problem) ?? 403);
}

/** The same page in another language. */
export const typedAgain = (form: Form): FormState => ({ ...untouched, typed: withoutSecrets(form) });

const secrets = new Set(["password", "password2", "currentPassword", "code"]);

const withoutSecrets = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !secrets.has(name)));

const statuses = new Map<FormProblem["problem"], number>([
  ["fields", 400],
  ["link-ended", 404],
  ["wait", 429],
  ["internal", 500],
  ["unavailable", 503],
]);
