import { formFields, refuseTooMany } from "#core/form-fields.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { orErrorPage } from "./or-error-page.server.ts";

/** The first value of every field. What is no form is an empty one. */
export const readForm = async (request: Request): Promise<FormValues> => firstValues(await readFields(request));

/** The same for routes that need more than the first value of each. */
export const readFields = (request: Request): Promise<URLSearchParams> =>
  orErrorPage({ report: () => undefined }, () => fieldsIn(request));

/** Browsers send each end of a line as two characters, and count it as one. */
export async function fieldsIn(request: Request): Promise<URLSearchParams> {
  if (!isMultipart(request)) return formFields((await request.text()).replaceAll("%0D%0A", "%0A"));
  const form = [...(await request.formData().catch(() => new FormData()))];
  refuseTooMany(form);
  const texts = form.filter((field): field is [string, string] => typeof field[1] === "string");
  return new URLSearchParams(texts.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

const isMultipart = ({ headers }: Request) => headers.get("Content-Type")?.startsWith("multipart/form-data") ?? false;

export const firstValues = (fields: URLSearchParams): FormValues => Object.fromEntries([...fields].toReversed());

/** What may come back to the browser. */
export const withoutSecrets = (form: FormValues): FormValues =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !secrets.has(name)));

const secrets = new Set(["password", "password2", "currentPassword", "code"]);

/** The version that the form was filled in from. A change of another version is stale, and so is one without a version. */
export const expectedVersion = ({ version }: { version?: string | undefined }): number => Number(version);
