import { href } from "react-router";
import { z } from "zod";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnRecords } from "#core/staff/permissions.ts";
import { checkNumbers, checkPartOfNumbers } from "#operations/records/check-numbers.ts";
import type { CheckedNumber } from "#operations/records/number-states.ts";
import type { Portal } from "#operations/portal.ts";
import { pages } from "../../pages.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import type { FoundNumbers } from "./list-in-parts.ts";
import { NumberList } from "./number-list.tsx";
import type { CheckedRow } from "./number-results.tsx";
import type { Route } from "./+types/many-numbers.route.ts";

/** `from` is sent by scripts alone, which ask for one part after the other. */
const formSchema = z.object({
  numbers: z.string().default(""),
  from: z.coerce.number().int().min(0).optional().catch(0),
  ticket: z.string().default(""),
});

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = formSchema.parse(await readForm(request));
  return submitForm(visit, { values: { numbers: form.numbers } }, () => checkList(portal, actor, form));
}

async function checkList(portal: Portal, actor: Actor, form: z.output<typeof formSchema>): Promise<FoundNumbers> {
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
  if (mayDecideOnRecords(actor)) return href(pages.decide.path, { id });
  return mayUpdate ? href(pages.updateRecord.path, { id }) : null;
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ManyNumbers({ actionData }: Route.ComponentProps) {
  return <NumberList given={actionData} />;
}
