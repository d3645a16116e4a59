import { randomInt } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { questionOf, type StopReason } from "#core/desk/guessing.ts";
import { hasEnded, maxInList, type Organisation } from "#core/desk/organisation.ts";
import { isComplete, type ListRow, type NumberList } from "#core/desk/list-in-table.ts";
import { PortalError, refusedFor } from "#core/errors.ts";
import { checkInput, requiredText } from "#core/fields.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { countOnDay } from "#storage/database/accounts/organisations.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { logSettingsEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { refuseEnded } from "../portal/still-signed-in.ts";
import { answerRows, type AskedRow } from "./answer-rows.ts";
import { type AskedBy, readAsked } from "./asked-today.ts";
import { type DeskAnswer, makeReceipt } from "./make-receipt.ts";
import { lockOrganisation, openOrganisation, organisationAtDesk } from "./organisations.ts";
import { officeToday } from "../portal/office-time.ts";

/** A row as it was sent. Its answer is null if it asks about nobody, or if the list stopped before it. */
export type CheckedRow = ListRow & { answered: DeskAnswer | null };

const purposeSchema = z.object({ purpose: requiredText(300) });

const rowsAtOnce = 100;
const turnTimeoutMs = 60_000;

/**
 * Checks each number of a list together with its name. Returns the rows and a receipt; neither is stored. The list stops
 * once its organisation has guessed too often on this day.
 */
export async function checkList(portal: Portal, actor: Actor, sent: { list: NumberList; purpose: string }) {
  const { id } = await organisationAtDesk(portal, actor);
  const { purpose } = checkInput(purposeSchema, { purpose: sent.purpose });
  const asked = sent.list.rows.filter(isComplete);
  if (asked.length > maxInList) throw new PortalError("list-too-long");
  using turn = await portal.lookups.turnsOfLists.take(id, AbortSignal.timeout(turnTimeoutMs)).catch(() => null);
  if (!turn) throw refusedFor("lack of room");
  const by = { id, day: officeToday(portal) };
  const organisation = await reserve(portal, by, asked.length);
  const { lookupPolicy: policy, secondNumber } = await currentSettings(portal);
  const rows = inRandomOrder(
    asked.map((row) => ({ row, question: questionOf(row, policy === "code", secondNumber.form) })),
  );
  const answers = new Map<ListRow, DeskAnswer>();
  let stoppedFor: StopReason | null = null;
  try {
    for (let at = 0; at < rows.length && stoppedFor === null; at += rowsAtOnce) {
      await refuseIfOver(portal, actor);
      const some = await answerRows(portal, by, rows.slice(at, at + rowsAtOnce), { policy, purpose });
      for (const [row, answer] of some.answers) answers.set(row, answer);
      ({ stoppedFor } = some);
      await yieldToEventLoop();
    }
  } finally {
    const unchecked = asked.length - answers.size;
    await noteCheck(portal, actor, organisation, {
      by,
      purpose,
      stoppedFor,
      answers: [...answers.values()],
      unchecked,
    });
  }
  const { name, country } = organisation;
  const checked = sent.list.rows.map((row): CheckedRow => ({ ...row, answered: answers.get(row) ?? null }));
  const made = await makeReceipt(portal, {
    asked_by: { name, country },
    purpose,
    asked_with: policy === "code" ? "name and code" : "name",
    answers: checked.flatMap(({ answered }) => answered?.answer ?? []),
  });
  const askedToday = await readAsked(portal, portal.database.read, by);
  return { heads: sent.list.heads, rows: checked, stoppedFor, asked: askedToday, ...made };
}

/** Further rows with a number come last: if the list stops because of them, everything else has its answer. */
function inRandomOrder(rows: readonly AskedRow[]): AskedRow[] {
  const places = new Map(rows.map((row) => [row, randomInt(2 ** 47)]));
  const shuffled = rows.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const numbers = new Set<string>();
  const { first = [], further = [] } = Object.groupBy(shuffled, ({ question }) => {
    if (question === null || !numbers.has(question.number)) {
      numbers.add(question?.number ?? "");
      return "first";
    }
    return "further";
  });
  return [...first, ...further];
}

/** Throws if the person, or the whole organisation, has lost the access since the list began. */
async function refuseIfOver(portal: Portal, actor: Actor): Promise<void> {
  await refuseEnded(portal.database.read, actor);
  if (hasEnded(await organisationAtDesk(portal, actor), officeToday(portal))) throw new PortalError("desk-ended");
}

/** Counts all numbers of a list before the first is checked, so that lists at the same time do not exceed the limit. */
const reserve = (portal: Portal, { id, day }: AskedBy, checked: number): Promise<Organisation> =>
  inTransaction(portal, async (within, writer) => {
    const organisation = openOrganisation(within, await lockOrganisation(within, writer, id));
    if (hasEnded(organisation, officeToday(within))) throw new PortalError("desk-ended");
    if (organisation.stoppedAt !== null) throw new PortalError("desk-stopped");
    const today = await countOnDay(writer, id, day, { checked, misses: 0 });
    if (today.checked > organisation.perDay) throw new PortalError("desk-used-up");
    return organisation;
  });

type Checked = {
  by: AskedBy;
  purpose: string;
  stoppedFor: StopReason | null;
  answers: readonly DeskAnswer[];
  unchecked: number;
};

/** Numbers that were not checked do not count. */
async function noteCheck(portal: Portal, actor: Actor, { name }: Organisation, checked: Checked): Promise<void> {
  const { by, purpose, stoppedFor, answers, unchecked } = checked;
  if (unchecked > 0)
    await portal.database.write((writer) => countOnDay(writer, by.id, by.day, { checked: -unchecked, misses: 0 }));
  const misses = answers.filter(({ answer }) => answer.outcome === "nothing").length;
  const counts = { numbers: answers.length, misses, unchecked };
  const details = { organisation: name, purpose, ...counts, ...(stoppedFor !== null && { stoppedFor }) };
  await logSettingsEvent(portal, {
    actor,
    action: "list-checked",
    subject: "staff",
    subjectId: actorId(actor),
    details: detailsOfChange({}, details),
  });
}
