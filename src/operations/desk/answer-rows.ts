import { hasMissedTooOften, otherNamesLeft, type Question, type StopReason } from "#core/desk/guessing.ts";
import type { ListRow } from "#core/desk/list-in-table.ts";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import { nameMatches } from "#core/names/compare-names.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { networkLogKey } from "#sealing/keyed-hashes.ts";
import { countOnDay, type OrganisationRow } from "#storage/database/accounts/organisations.ts";
import type { Writer } from "#storage/database/database.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import { countShareCodeUse } from "../holders/use-share-code.ts";
import type { LookedUp } from "../lookup-log/lookup-tally.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal/portal.ts";
import { LookupNumber, lookUpNumber } from "../records/look-up-record.ts";
import { type AskedBy, noteStopReason, openAsked, readStopReason } from "./asked-today.ts";
import { type DeskAnswer, receiptAnswer, siteOf } from "./make-receipt.ts";
import { lockOrganisation, openOrganisation, saveOrganisation } from "./organisations.ts";
import { keepTold, type Told } from "./tell-organisations.ts";

/** `question` is null if the text cannot be a number. */
export type AskedRow = { row: ListRow; question: Question | null };

type Asking = { policy: LookupPolicy; purpose: string };

/**
 * Answers some rows, in one transaction with their counts and with the organisation locked: lists at other processes get
 * nothing beyond the limits either. Stops the organisation once it has guessed too often.
 */
export async function answerRows(portal: Portal, by: AskedBy, rows: readonly AskedRow[], asking: Asking) {
  const { replies, asker, stoppedFor } = await inTransaction(portal, async (within, writer) => {
    const locked = await lockOrganisation(within, writer, by.id);
    const { name, country, ...before } = openOrganisation(within, locked);
    const who = `${name}, ${country}`;
    if (before.stoppedAt !== null) {
      const reason = (await readStopReason(within, writer, by.id)) ?? "misses";
      return { replies: [], asker: who, stoppedFor: reason };
    }
    const { replies: some, misses, stopFor, asked } = await repliesTo(within, writer, by, { rows, asking });
    await keepTold(within, writer, by.id, toldIn(some, asking.policy));
    await countOnDay(writer, by.id, by.day, { checked: 0, misses });
    if (stopFor !== null) await stop(within, writer, locked, { reason: stopFor, misses: asked.misses });
    return { replies: some, asker: who, stoppedFor: stopFor };
  });
  // After the commit: a transaction may run again.
  for (const reply of replies) logReply(portal, by, reply, `${asker}: ${asking.purpose}`);
  return { answers: replies.map(({ row, answer }) => [row, answer] as const), stoppedFor };
}

type Reply = { row: ListRow; number: LookupNumber; hit: LookedUp | null; answer: DeskAnswer };

type Questions = { rows: readonly AskedRow[]; asking: Asking };

async function repliesTo(portal: Within<Portal>, writer: Writer, by: AskedBy, { rows, asking }: Questions) {
  const questions = rows.flatMap(({ question }) => question ?? []);
  const asked = await openAsked(portal, writer, by, questions);
  const replies: Reply[] = [];
  let stopFor: StopReason | null = null;
  for (const { row, question } of rows) {
    const kind = question && asked.kindOf(question);
    if (kind === "other-name" && otherNamesLeft(asked.sums()) === 0) stopFor = "other-names";
    if (stopFor !== null) break;
    const reply = await replyTo(portal, row, asking.policy);
    replies.push(reply);
    if (question && kind) asked.count(question, kind, reply.hit === null);
    if (hasMissedTooOften(asked.sums())) stopFor = "misses";
  }
  return { replies, stopFor, misses: await asked.save(), asked: asked.sums() };
}

async function replyTo(portal: Portal, row: ListRow, policy: LookupPolicy): Promise<Reply> {
  const number = new LookupNumber(portal, row.number);
  const hit =
    policy === "code"
      ? await lookUpByCode(portal, row, number)
      : await lookUpNumber(portal, { by: "either", number, name: row.name, needsName: true });
  const asked = { number: row.number, name: row.name };
  return { row, number, hit, answer: receiptAnswer(siteOf(portal), asked, hit && hit.record) };
}

async function lookUpByCode(portal: Portal, { name, code: typed }: ListRow, number: LookupNumber) {
  const code = parseCode(typed, shareCode);
  if (code === null || number.canonical === null) return null;
  return countShareCodeUse(portal, code, name, (record) => number.isOf(record) && nameMatches(name, record.name));
}

/** Which documents a share code shows is not compared: they may be documents that strangers do not see. */
function toldIn(replies: readonly Reply[], policy: LookupPolicy): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const {
    row,
    hit,
    answer: { answer },
  } of replies) {
    if (hit === null || answer.outcome !== "shown") continue;
    const documents = policy === "code" ? [] : answer.documents;
    told.set(hit.record.id, { number: row.number, name: row.name, published: answer.published, documents });
  }
  return told;
}

type Stop = { reason: StopReason; misses: number };

async function stop(portal: Within<Portal>, writer: Writer, row: OrganisationRow, { reason, misses }: Stop) {
  const organisation = openOrganisation(portal, row);
  await saveOrganisation(portal, writer, row, { ...organisation, stoppedAt: portal.now() });
  await noteStopReason(portal, writer, row.id, reason);
  const link = `${portal.publicOrigin}/dashboard/Organisations/${row.id}`;
  const facts = { name: organisation.name, reason, misses, link };
  await mailAdmins(portal, ({ deskStoppedMail }, operator) => deskStoppedMail({ operator, ...facts }));
}

function logReply({ keyring, lookups, now }: Portal, { id }: AskedBy, { number, hit }: Reply, by: string): void {
  const { log, tally, outcomes } = lookups;
  const at = now();
  const network = networkLogKey(keyring.current, `organisation ${id}`);
  log.add({ at, channel: "api", policy: "guarded", found: hit !== null, number: number.logHash, network });
  tally.add(at, "api", hit !== null);
  if (hit) tally.addFound(at, hit, { way: "program", country: "", by });
  outcomes[hit ? "found" : "none"] += 1;
}
