import { type AuditAction, auditActions } from "#core/audit/audit-event.ts";
import { system } from "#core/accounts/actor.ts";
import { type AuditQuestion, readAudit } from "#operations/audit/read-audit.ts";
import { auditKey, sealedEvent, hashOfEvent } from "#operations/portal/log-audit-event.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { keyOfSettings } from "#operations/portal/current-settings.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { auditHead } from "#storage/database/audit.ts";
import { rowById } from "#storage/database/rows.ts";
import { fillDatabase } from "../support/fill-database.ts";
import { quantile, timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

const admin = system("bench");
const events = 1_000_000;
const records = 1000;
const rowsAtOnce = 500;
const rowsInTransaction = 10_000;
const rounds = 60;
const firstTime = new Date("2025-01-01T00:00").getTime();

/** Fifty clerks cause nine in ten events. A clerk who left long ago caused the first ten thousand. */
const actorOf = (seq: number) => {
  if (seq <= 10_000) return "bench-left";
  return seq % 10 === 0 ? "anonymous" : `bench-${seq % 50}`;
};

const ofRecords = auditActions.records.slice(0, 8);
const ofAccess = auditActions.access;

/** Six in ten events concern records, the others sign-ins. One action is rare, and another no longer occurs. */
function actionOf(seq: number): AuditAction {
  if (seq % 50_000 === 7) return "keys-rotated";
  if (seq < 20_000 && seq % 4 === 1) return "provider-linked";
  const which = Math.floor(seq / 10);
  return seq % 10 < 6
    ? (ofRecords[which % ofRecords.length] ?? "candidate-added")
    : (ofAccess[which % 7] ?? "signed-in");
}

const questions: readonly (readonly [string, AuditQuestion])[] = [
  ["everything", {}],
  ["one day", { from: "2025-06-01", to: "2025-06-01" }],
  ["a clerk", { by: "bench-7" }],
  ["a clerk who left", { by: "bench-left" }],
  ["a kind", { kind: "candidate-approved" }],
  ["a rare kind", { kind: "keys-rotated" }],
  ["a kind that ended", { kind: "provider-linked" }],
  ["all about signing in", { kind: "access" }],
  ["a clerk's of a kind", { by: "bench-7", kind: "records" }],
  ["a clerk's of a kind, none on that day", { by: "bench-left", kind: "access", from: "2025-11-01", to: "2025-11-01" }],
  ["a record", { about: { subject: "candidate", id: "bench-70" } }],
];

/** Times a page of 50 events, the next page and the way back. Also times checking the chain. */
export async function auditPage(engine: string, portal: Portal, afterFilling: () => Promise<unknown>): Promise<Row[]> {
  await fillAudit(portal);
  await afterFilling();
  const rows: Row[] = [];
  for (const [name, question] of questions) {
    const times: number[] = [];
    const ask = async (cursor?: string) => {
      let page: Awaited<ReturnType<typeof readAudit>> | undefined;
      times.push(await timeOf(async () => (page = await readAudit(portal, admin, { ...question, cursor }))));
      return page;
    };
    for (let round = 0; round < rounds; round += 1) {
      const next = (await ask())?.next;
      const previous = next && (await ask(next))?.previous;
      if (previous) await ask(previous);
    }
    rows.push(atMost(`audit page on ${engine}, a million events, ${name}: p99`, "ms", quantile(times, 0.99), 100));
  }
  const ms = await timeOf(async () => {
    const { brokenAt } = await verifyAudit(portal);
    if (brokenAt !== null) throw new Error(`the chain is broken at ${brokenAt}`);
  });
  return [...rows, atMost(`chain of a million events checked on ${engine}`, "s", ms / 1000, 60)];
}

/** Adds events to the chain as the portal would, but without the portal's transactions. */
async function fillAudit(portal: Portal): Promise<void> {
  console.error(`Making ${events.toLocaleString("en")} events on ${portal.database.engine}…`);
  await fillDatabase(portal, records);
  const { database } = portal;
  const [keys, chainKey] = [await keysOf(portal), await auditKey(portal)];
  const { seq: first, hash } = await auditHead(database.read);
  let head: Uint8Array = hash;
  for (let from = first; from < first + events; from += rowsInTransaction) {
    await database.write(async (writer) => {
      for (let seq = from; seq < from + rowsInTransaction; seq += rowsAtOnce) {
        const rows = Array.from({ length: rowsAtOnce }, (_, at) => {
          const row = eventAt(keys, seq + at + 1);
          head = hashOfEvent(chainKey, head, row);
          return { ...row, hash: head };
        });
        await writer.insertInto("audit_event").values(rows).execute();
      }
      await writer
        .updateTable("audit_head")
        .set({ seq: from + rowsInTransaction, hash: head })
        .execute();
    });
  }
}

async function keysOf(portal: Portal) {
  const { database, keyring } = portal;
  const ofSettings = await keyOfSettings(portal);
  const ofRecord = new Map<string, Buffer>();
  for (let at = 0; at < records; at += 1) {
    const row = await rowById(database.read, "candidate", `bench-${at}`);
    if (row) ofRecord.set(row.id, unwrapKey(keyring, row.id, row.wrapped_key));
  }
  return { ofSettings, ofRecord };
}

function eventAt({ ofSettings, ofRecord }: Awaited<ReturnType<typeof keysOf>>, seq: number) {
  const action = actionOf(seq);
  const record = `bench-${seq % records}`;
  const key = action.startsWith("candidate") ? ofRecord.get(record) : undefined;
  const about = key
    ? ({ subject: "candidate", subject_id: record } as const)
    : ({ subject: "staff", subject_id: actorOf(seq) } as const);
  const details = { address: { from: "12/A, Mirpur, Dhaka", to: "7 Lake Road, Dhaka" } };
  return {
    seq,
    at: firstTime + seq * 30_000,
    actor: actorOf(seq),
    action,
    ...about,
    changed_fields: "address",
    sealed_details: sealedEvent.seal(key ?? ofSettings, { seq }, details),
  };
}
