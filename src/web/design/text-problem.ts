import type { FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";

/** What is wrong with a field for text. */
export function textProblem(problem: FieldProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  if (problem === "required") return m.field_required();
  return problem === "too-long" ? m.field_too_long() : m.field_not_text();
}
