import { formFields, refuseTooManyFields } from "#core/form-fields.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { orErrorPage } from "./or-error-page.server.ts";

/** Returns the first value of every field. A body that is no form counts as an empty form. */
export const readForm = async (request: Request): Promise<FormValues> => firstValues(await readFields(request));

/** Returns all fields, for routes that need several values of one field. */
export const readFields = (request: Request): Promise<URLSearchParams> =>
  orErrorPage({ report: () => undefined }, () => fieldsIn(request));

/** Reads the fields of a form. Browsers send line ends as CRLF but count them as one character, so they become LF. */
export async function fieldsIn(request: Request): Promise<URLSearchParams> {
  if (!isMultipart(request)) return formFields((await request.text()).replaceAll("%0D%0A", "%0A"));
  const form = [...(await request.formData().catch(() => new FormData()))];
  refuseTooManyFields(form);
  const texts = form.filter((field): field is [string, string] => typeof field[1] === "string");
  return new URLSearchParams(texts.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

export const isMultipart = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers.get("Content-Type") ?? "");

export const firstValues = (fields: URLSearchParams): FormValues => Object.fromEntries([...fields].toReversed());

/** Returns the values that may be sent back to the browser. */
export const withoutSecrets = (form: FormValues): FormValues =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !secrets.has(name)));

const secrets = new Set(["password", "password2", "currentPassword", "clientSecret", "code"]);

/** Returns the version that the form was filled in from. Without one it is NaN, so the change counts as stale. */
export const expectedVersion = ({ version }: { version?: string | undefined }): number => Number(version);
