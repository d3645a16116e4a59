import { PortalError } from "./errors.ts";

/** The largest form edits all menus and has about two thousand fields. */
const maxFields = 5000;

/** Parses the fields of a form body. Limits their number as well: each field costs time and memory, however short it is. */
export function formFields(body: string): URLSearchParams {
  refuseTooManyFields(body.split("&", maxFields + 1));
  return new URLSearchParams(body);
}

export function refuseTooManyFields(fields: readonly unknown[]): void {
  if (fields.length > maxFields) throw new PortalError("too-large");
}
