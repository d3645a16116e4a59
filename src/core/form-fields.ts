import { PortalError } from "./errors.ts";

/** The largest form, that of all menus, has some two thousand. */
const mostFields = 5000;

/** The fields of a form's body. Each costs time and memory, however short it is: a limit of bytes alone lets too many in. */
export function formFields(body: string): URLSearchParams {
  refuseTooMany(body.split("&", mostFields + 1));
  return new URLSearchParams(body);
}

export function refuseTooMany(fields: readonly unknown[]): void {
  if (fields.length > mostFields) throw new PortalError("too-large");
}
