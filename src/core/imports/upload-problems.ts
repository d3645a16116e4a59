import { type ErrorId, errorIds, type FieldProblem, fieldProblems, PortalError } from "../errors.ts";

/** Why a file that was sent with a table is left out. */
const reasons = {
  "no-number": "The name of this file has no number in it.",
  "kind-unknown": "The name of this file does not say which document it is, or names several.",
  "kind-off": "This document is switched off in the settings.",
  "fits-nobody": "No row of the table has the number in the name of this file.",
  "fits-several": "The name of this file fits several rows of the table.",
  "row-left-out": "Its row was left out.",
} as const;

/** Why a file is left out. An ErrorId tells why the file cannot be opened. */
export type UploadProblem = keyof typeof reasons | Extract<FieldProblem, "document-there"> | ErrorId;

export const uploadProblems = [...Object.keys(reasons), "document-there", ...errorIds] as UploadProblem[];

const known: Readonly<Record<string, string>> = { ...reasons, ...fieldProblems };

/** Returns the words of a problem, for programs and the command line. */
export function uploadReason(problem: UploadProblem): string {
  const id = errorIds.find((error) => error === problem);
  return id ? new PortalError(id).message : (known[problem] ?? problem);
}
