import type { FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";

export const rowWords = (problem: FieldProblem | undefined): string | undefined =>
  problem && (words.get(problem) ?? m.field_unusable)();

const words = new Map<FieldProblem, () => string>([
  ["required", m.field_required],
  ["too-long", m.field_too_long],
  ["link-format", m.menus_to_problem],
]);
