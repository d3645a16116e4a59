import { z } from "zod";
import { type FieldProblem, isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnRecords } from "#core/staff/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { checkNumbers, checkPartOfNumbers } from "#operations/records/check-numbers.ts";
import type { CheckedNumber } from "#operations/records/number-states.ts";
import type { Portal } from "#operations/portal.ts";
import type { ListAnswer } from "./list-in-parts.ts";
import type { CheckedRow } from "./number-results.tsx";
import { pageOfRecord } from "../approval/queue-paths.ts";

/** `from` is sent by scripts alone, which ask for one part after the other. */
const formSchema = z.object({
  numbers: z.string().default(""),
  from: z.coerce.number().int().min(0).optional().catch(0),
  ticket: z.string().default(""),
});

export async function answerList(portal: Portal, actor: Actor, form: unknown): Promise<ListAnswer> {
  const { numbers, from, ticket } = formSchema.parse(form);
  if (from === undefined) {
    return { kind: "whole", numbers, rows: shown(actor, await checkNumbers(portal, actor, { numbers })) };
  }
  const { checked, ...part } = await checkPartOfNumbers(portal, actor, { numbers, from, ticket });
  return { kind: "part", rows: shown(actor, checked, from), ...part };
}

const shown = (actor: Actor, checked: readonly CheckedNumber[], from = 0): CheckedRow[] =>
  checked.map(({ typed, isNumber, state, record }, at) => ({
    id: String(from + at),
    typed,
    isNumber,
    state,
    record: record && { name: record.name, path: pathOf(actor, record) },
  }));

/** To the page on which this person can do something about the record. */
function pathOf(actor: Actor, { id, mayUpdate }: NonNullable<CheckedNumber["record"]>): string | null {
  if (mayDecideOnRecords(actor)) return pageOfRecord(id);
  return mayUpdate ? `/Update_A_User/${id}` : null;
}

/** What kept a list from being checked, for the person who pasted it. */
export function problemWithList(error: unknown): { words: string; status: number } {
  if (!isPortalError(error)) return { words: m.flash_failed(), status: 500 };
  const problem = error.fields?.["numbers"];
  return {
    words: (problem ? byField.get(problem) : byError.get(error.id))?.() ?? m.flash_failed(),
    status: error.status,
  };
}

const byField = new Map<FieldProblem, () => string>([
  ["required", m.many_required],
  ["too-many-numbers", m.many_too_many],
]);

const byError = new Map<string, () => string>([["too-many-requests", m.many_limited]]);
