import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { hasEnded, maxInList, mustStop, type Organisation } from "#core/desk/organisation.ts";
import { isComplete, type ListRow, type NumberList } from "#core/desk/list-in-table.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput, requiredText } from "#core/fields.ts";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { foldName, nameMatches } from "#core/records/names.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { serverDay } from "#core/server-clock.ts";
import { networkLogKey } from "#sealing/keyed-hashes.ts";
import { countOnDay } from "#storage/database/accounts/organisations.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { logSettingsEvent } from "../audit/log-audit-event.ts";
import { countShareCodeUse } from "../holders/use-share-code.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal.ts";
import { LookupNumber, lookUpNumber } from "../records/look-up-record.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { refuseEnded } from "../still-signed-in.ts";
import { type Answer, makeReceipt, receiptAnswer } from "./make-receipt.ts";
import { keepTold, type Told } from "./tell-organisations.ts";
import { lockOrganisation, openOrganisation, organisationAtDesk, saveOrganisation } from "./organisations.ts";

/** A row as it was sent. Its answer is null if it asks about nobody, or if the list stopped before it. */
export type CheckedRow = ListRow & { answered: Answer | null };

const purposeSchema = z.object({ purpose: requiredText(300) });

const rowsAtOnce = 100;
const turnTimeoutMs = 60_000;

/**
 * Checks each number of a list together with its name. Returns the rows and a receipt; neither is stored. The list stops
 * once too many of its numbers showed nothing.
 */
export async function checkList(portal: Portal, actor: Actor, sent: { list: NumberList; purpose: string }) {
  const { id } = await organisationAtDesk(portal, actor);
  const { purpose } = checkInput(purposeSchema, { purpose: sent.purpose });
  const asked = sent.list.rows.filter(isComplete);
  if (asked.length > maxInList) throw new PortalError("list-too-long");
  using turn = await portal.lookups.turnsOfLists.take(id, AbortSignal.timeout(turnTimeoutMs)).catch(() => null);
  if (!turn) throw new PortalError("unavailable");
  const day = serverDay(portal.now());
  const organisation = await reserve(portal, id, { day, checked: asked.length });
  const { lookupPolicy: policy } = await currentSettings(portal);
  const answered = new Map<ListRow, Answer>();
  // Repeated rows count once, so that nobody hides misses among copies of one number that is found.
  const all = new Set(asked.map(numberOf)).size;
  const missed = new Set<string>();
  try {
    let isStopped = false;
    for (let at = 0; at < asked.length && !isStopped; at += rowsAtOnce) {
      await refuseIfOver(portal, actor);
      const missesBefore = missed.size;
      const told = new Map<string, Told>();
      for (const row of asked.slice(at, at + rowsAtOnce)) {
        const answer = await answerOf(portal, organisation, row, { policy, purpose });
        answered.set(row, answer);
        const { record, answer: said } = answer;
        if (record !== null && said.outcome === "shown") told.set(record, toldOf(row, said, policy));
        else missed.add(`${numberOf(row)} ${foldName(row.name)}`);
      }
      const misses = missed.size;
      isStopped = await countSome(portal, organisation, { day, all, misses, more: misses - missesBefore, told });
      await yieldToEventLoop();
    }
  } finally {
    const counts = { numbers: answered.size, misses: missed.size, unchecked: asked.length - answered.size };
    await noteCheck(portal, actor, organisation, { day, purpose, ...counts });
  }
  const { name, country } = organisation;
  const made = await makeReceipt(portal, {
    asked_by: { name, country },
    purpose,
    asked_with: policy === "code" ? "name and code" : "name",
    answers: [...answered.values()].map(({ answer }) => answer),
  });
  const rows = sent.list.rows.map((row): CheckedRow => ({ ...row, answered: answered.get(row) ?? null }));
  return { heads: sent.list.heads, rows, isStopped: answered.size < asked.length, ...made };
}

/** Which documents a share code shows is not compared: they may be documents that strangers do not see. */
const toldOf = ({ number, name }: ListRow, { published, documents }: Shown, policy: LookupPolicy): Told => ({
  number,
  name,
  published,
  documents: policy === "code" ? [] : documents,
});

type Shown = Extract<Answer["answer"], { outcome: "shown" }>;

const numberOf = ({ number }: ListRow) => canonicalNumber(number) ?? number;

/** Throws if the person, or the whole organisation, has lost the access since the list began. */
async function refuseIfOver(portal: Portal, actor: Actor): Promise<void> {
  await refuseEnded(portal.database.read, actor);
  if (hasEnded(await organisationAtDesk(portal, actor), portal.now())) throw new PortalError("desk-ended");
}

type Reserved = { day: string; checked: number };

/** Counts all numbers of a list before the first is checked, so that lists at the same time do not exceed the limit. */
const reserve = (portal: Portal, id: string, { day, checked }: Reserved): Promise<Organisation> =>
  inTransaction(portal, async (within, writer) => {
    const organisation = openOrganisation(within, await lockOrganisation(within, writer, id));
    if (hasEnded(organisation, within.now())) throw new PortalError("desk-ended");
    if (organisation.stoppedAt !== null) throw new PortalError("desk-stopped");
    const today = await countOnDay(writer, id, day, { checked, misses: 0 });
    if (today.checked > organisation.perDay) throw new PortalError("desk-used-up");
    return organisation;
  });

type Checked = { day: string; purpose: string } & Record<"numbers" | "misses" | "unchecked", number>;

/** Numbers that were not checked do not count. */
async function noteCheck(portal: Portal, actor: Actor, { id, name }: Organisation, checked: Checked): Promise<void> {
  const { day, ...counts } = checked;
  const { unchecked } = counts;
  if (unchecked > 0)
    await portal.database.write((writer) => countOnDay(writer, id, day, { checked: -unchecked, misses: 0 }));
  const details = { organisation: name, ...counts };
  await logSettingsEvent(portal, {
    actor,
    action: "list-checked",
    subject: "staff",
    subjectId: actorId(actor),
    details: Object.fromEntries(Object.entries(details).map(([field, to]) => [field, { from: null, to }])),
  });
}

type Some = { day: string; all: number; misses: number; more: number; told: ReadonlyMap<string, Told> };

/** Keeps what was told, and counts what was not found. Returns whether the list must stop. Admins are told by mail. */
const countSome = (portal: Portal, { id }: Organisation, { day, all, misses, more, told }: Some): Promise<boolean> =>
  inTransaction(portal, async (within, writer) => {
    await keepTold(within, writer, id, told);
    const row = await lockOrganisation(within, writer, id);
    const organisation = openOrganisation(within, row);
    const today = await countOnDay(writer, id, day, { checked: 0, misses: more });
    if (organisation.stoppedAt !== null) return true;
    if (!mustStop({ all, misses }, today.misses)) return false;
    await saveOrganisation(within, writer, row, { ...organisation, stoppedAt: within.now() });
    const link = `${within.publicOrigin}/dashboard/Organisations/${id}`;
    const facts = { name: organisation.name, misses: today.misses, link };
    await mailAdmins(within, ({ deskStoppedMail }, operator) => deskStoppedMail({ operator, ...facts }));
    return true;
  });

async function answerOf(
  portal: Portal,
  { id, name: asker, country }: Organisation,
  { number: typed, name, code }: ListRow,
  { policy, purpose }: { policy: LookupPolicy; purpose: string },
): Promise<Answer & { record: string | null }> {
  const number = new LookupNumber(portal, typed);
  const hit =
    policy === "code"
      ? await lookUpByCode(portal, { number: number.canonical, name, code })
      : await lookUpNumber(portal, { by: "either", number, name, needsName: true });
  const { log, tally, outcomes } = portal.lookups;
  const at = portal.now();
  const network = networkLogKey(portal.keyring.current, `organisation ${id}`);
  log.add({ at, channel: "api", policy: "guarded", found: hit !== null, number: number.logHash, network });
  tally.add(at, "api", hit !== null);
  if (hit) tally.addFound(at, hit, { way: "program", country: "", by: `${asker}, ${country}: ${purpose}` });
  outcomes[hit ? "found" : "none"] += 1;
  return { ...receiptAnswer({ number: typed, name }, hit && hit.record), record: hit && hit.record.id };
}

type CodeQuestion = { number: string | null; name: string; code: string };

async function lookUpByCode(portal: Portal, { number, name, code: typed }: CodeQuestion) {
  const code = parseCode(typed, shareCode);
  if (code === null || number === null) return null;
  return countShareCodeUse(
    portal,
    code,
    name,
    (record) =>
      [record.passportNumber, record.irccNumber].some((own) => canonicalNumber(own) === number) &&
      nameMatches(name, record.name),
  );
}
