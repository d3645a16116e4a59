import { data } from "react-router";
import { z } from "zod";
import { type FieldProblem, isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnRecords } from "#core/staff/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { checkNumbers } from "#operations/records/check-numbers.ts";
import { checkPartOfNumbers } from "#operations/records/check-part-of-numbers.ts";
import type { CheckedNumber } from "#operations/records/number-states.ts";
import type { Portal } from "#operations/portal.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { pageOfRecord } from "../approval/queue-paths.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { useDashboard } from "../frame/use-dashboard.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { ListAnswer } from "./list-in-parts.ts";
import { NumberList } from "./number-list.tsx";
import type { CheckedRow } from "./number-results.tsx";
import type { Route } from "./+types/many-numbers.route.ts";

const page = "/MaltipleInput";

/** `from` is sent by scripts alone, which ask for one part after the other. */
const formSchema = z.object({
  numbers: z.string().default(""),
  from: z.coerce.number().int().min(0).optional().catch(0),
  ticket: z.string().default(""),
});

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = formSchema.parse(await readForm(request));
  try {
    return await checkList(visit.portal, actor, form);
  } catch (error) {
    visit.report(error);
    const status = isPortalError(error) ? error.status : 500;
    return data<ListAnswer>({ kind: "refused", numbers: form.numbers, problem: problemWords(error) }, status);
  }
}

async function checkList(portal: Portal, actor: Actor, form: z.output<typeof formSchema>): Promise<ListAnswer> {
  const { numbers, from, ticket } = form;
  if (from === undefined) {
    return { kind: "whole", numbers, rows: rowsOf(actor, await checkNumbers(portal, actor, { numbers })) };
  }
  const { checked, ...part } = await checkPartOfNumbers(portal, actor, { numbers, from, ticket });
  return { kind: "part", rows: rowsOf(actor, checked, from), ...part };
}

const rowsOf = (actor: Actor, checked: readonly CheckedNumber[], from = 0): CheckedRow[] =>
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
function problemWords(error: unknown): string {
  const { id, fields } = isPortalError(error) ? error : {};
  const problem = fields?.["numbers"];
  if (problem) return (byField.get(problem) ?? m.flash_failed)();
  return id === "too-many-requests" ? m.many_limited() : m.flash_failed();
}

const byField = new Map<FieldProblem, () => string>([
  ["required", m.many_required],
  ["too-many-numbers", m.many_too_many],
]);

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ManyNumbers({ actionData }: Route.ComponentProps) {
  return <NumberList page={page} operatorName={useDashboard().operatorName} given={actionData} />;
}
