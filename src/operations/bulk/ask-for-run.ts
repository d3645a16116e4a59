import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { type ChosenKind, leftOutOf, maxInRun } from "#core/records/bulk-run.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayInBulk } from "#core/accounts/permissions.ts";
import { deleteOldestAsked, insertBulkRun, itemsLeftOut } from "#storage/database/records/bulk-runs.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { secondPersonCheck } from "../held-changes/second-person.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { matchingRecordIds, type RecordListQuestion } from "../records/list-records.ts";
import { readableRows } from "../records/read-record.ts";
import { revisedById } from "../sealed/revised-record.ts";
import { missingOwnFields } from "../sealed/sealed-revision.ts";
import { ownRun } from "./read-run.ts";

/** The most runs of one person that wait to be begun. Older ones are deleted, because each may list 10,000 records. */
const maxAsked = 50;

/** `leftBy` is a run that left records out, such as the undo of an import. */
export type ChosenRecords = { ids: readonly string[] } | { question: RecordListQuestion } | { leftBy: string };

/** Lists the records of a new run, each in its current version. Nothing is done to them yet. */
export async function askForRun(portal: Portal, actor: Actor, kind: ChosenKind, chosen: ChosenRecords) {
  authorize(mayInBulk(actor, kind), actor);
  const ids = await chosenIds(portal, actor, chosen, maxInRun(kind));
  const readable = await readableRows(portal, actor, ids);
  // Keeps the order in which the records were shown.
  const rows = ids.map((id) => readable.get(id)).filter((row) => row !== undefined);
  if (rows.length === 0) throw new PortalError("not-found");
  const states = kind === "approve" ? await waitingStates(portal, actor, rows) : null;
  const items = rows.map((row) => {
    const listed = { approval: row.approval, hidden: row.hidden === 1, ...states?.get(row.id) };
    return { record_id: row.id, version: row.version, outcome: leftOutOf(kind, listed) };
  });
  const { registry, now, database } = portal;
  const run = { id: randomUUID(), registry, person_id: actor.id, kind, asked_at: now() };
  await database.write(async (writer) => {
    await deleteOldestAsked(writer, run, maxAsked - 1);
    await insertBulkRun(writer, run, items);
  });
  return { id: run.id };
}

/** What an approval of each record would be about, whether the four-eyes rule forbids it to this person, and what it lacks. */
async function waitingStates(portal: Portal, actor: Actor, rows: readonly RecordRow[]) {
  const { read } = portal.database;
  const isSecond = await secondPersonCheck(portal, read, actor);
  const { ownFields } = await currentSettings(portal);
  const opened = await revisedById(portal, read, rows);
  const states = opened.values().map(({ record, revision, state, authors }) => {
    const isIncomplete = missingOwnFields(record, revision, ownFields).length > 0;
    return [record.id, { approval: state, isBarred: !isSecond(authors), isIncomplete }] as const;
  });
  return new Map(states);
}

async function chosenIds(portal: Portal, actor: Actor, chosen: ChosenRecords, atMost: number): Promise<string[]> {
  if ("leftBy" in chosen) return idsLeftBy(portal, actor, chosen.leftBy, atMost);
  const parts = "ids" in chosen ? [chosen.ids] : matchingRecordIds(portal, actor, chosen.question);
  const ids = new Set<string>();
  for await (const part of parts) {
    for (const id of part) ids.add(id);
    if (ids.size > atMost) throw new PortalError("too-large");
  }
  return [...ids];
}

async function idsLeftBy(portal: Portal, actor: Actor, run: string, atMost: number): Promise<string[]> {
  await ownRun(portal, actor, run);
  const items = await itemsLeftOut(portal.database.read, run, ["done", "already"], { after: 0, atMost: atMost + 1 });
  if (items.length > atMost) throw new PortalError("too-large");
  return items.map(({ record_id }) => record_id);
}
