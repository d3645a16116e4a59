import { type FieldProblem, isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnCandidates } from "#core/staff/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { checkNumbers } from "#operations/candidates/check-numbers.ts";
import type { Portal } from "#operations/portal.ts";
import type { CheckedRow } from "#ui/dashboard/number-results.tsx";
import { pageOfRecord } from "./queue-paths.ts";

export async function checkedRows(portal: Portal, actor: Actor, numbers: string): Promise<CheckedRow[]> {
  const hasPage = mayDecideOnCandidates(actor);
  const checked = await checkNumbers(portal, actor, { numbers });
  return checked.map(({ typed, isNumber, state, record }, at) => ({
    id: String(at),
    typed,
    isNumber,
    state,
    record: record && { name: record.name, path: hasPage ? pageOfRecord(record.id) : null },
  }));
}

/** What kept a list from being checked, for the person who pasted it. */
export function problemWithList(error: unknown): { words: string; status: number } {
  if (!isPortalError(error)) return { words: m.told_failed(), status: 500 };
  const problem = error.fields?.["numbers"];
  return {
    words: (problem ? byField.get(problem) : byError.get(error.id))?.() ?? m.told_failed(),
    status: error.status,
  };
}

const byField = new Map<FieldProblem, () => string>([
  ["required", m.many_required],
  ["too-many-numbers", m.many_too_many],
]);

const byError = new Map<string, () => string>([["too-many-requests", m.many_limited]]);
