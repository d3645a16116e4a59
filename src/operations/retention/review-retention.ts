import { setTimeout as delay } from "node:timers/promises";
import { isPortalError, PortalError } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import {
  deleteNotices,
  type DueRule,
  endedNotices,
  insertNotices,
  mayEndNow,
  stepOverNotices,
  stepToDue,
} from "#storage/database/records/retention.ts";
import type { Portal } from "../portal/portal.ts";
import type { JobSignals } from "../portal/queue.ts";
import { eraseRecord } from "../records/change-record.ts";
import { countDay, currentDue } from "./retention-days.ts";

type Signals = Pick<JobSignals, "report"> & Partial<JobSignals>;

const atOnce = 500;

/** A pause after each step, so that requests are answered in between: SQLite works in the thread that answers them. */
const pauseMs = 4;

const retention = system("retention");

/**
 * Gives notice of records whose time is over, takes back the notices of records whose time is not over, and deletes
 * records whose notice has ended. Each step has its own transaction: if a process is killed, the next one does the rest.
 */
export async function reviewRetention(portal: Portal, signals: Signals): Promise<void> {
  const due = await currentDue(portal);
  await takeNoticesBack(portal, due, signals);
  if (!due) return;
  const day = await countDay(portal);
  await giveNotices(portal, due, { ends_on: day + due.noticeDays, ...signals });
  await deleteEnded(portal, day, signals);
}

async function takeNoticesBack(
  { database, registry, now }: Portal,
  due: DueRule | null,
  { stopping }: Signals,
): Promise<void> {
  let after = -1;
  for (let passed = atOnce; passed === atOnce && !stopping?.aborted;) {
    const notices = await stepOverNotices(database.read, { registry, due, now: now(), after, atMost: atOnce });
    const wrong = notices.filter(({ holds }) => holds === 0).map(({ record_seq }) => record_seq);
    if (wrong.length > 0) await database.write((writer) => deleteNotices(writer, wrong));
    after = notices.at(-1)?.record_seq ?? after;
    passed = notices.length;
    if (passed > 0) await delay(pauseMs);
  }
}

async function giveNotices(portal: Portal, due: DueRule, { ends_on, stopping }: Signals & { ends_on: number }) {
  const { database, registry, now } = portal;
  let place: { key: number; seq: number } | null = { key: -1, seq: 0 };
  while (place && !stopping?.aborted) {
    const step = await stepToDue(database, due, place, atOnce);
    const notice = { registry, noticed_at: now(), ends_on };
    if (step.due.length > 0) await database.write((writer) => insertNotices(writer, step.due, notice));
    ({ place } = step);
    if (place) await delay(pauseMs);
  }
}

async function deleteEnded(portal: Portal, day: number, { stopping, report }: Signals): Promise<void> {
  const { database, registry } = portal;
  let after = { ends_on: -1, record_seq: -1 };
  for (let found = atOnce; found === atOnce;) {
    const ended = await endedNotices(database.read, registry, day, after, atOnce);
    for (const { id } of ended) {
      if (stopping?.aborted) return;
      await deleteOne(portal, id, day, report);
      await delay(pauseMs);
    }
    after = ended.at(-1) ?? after;
    found = ended.length;
  }
}

/** Checks the settings, the record and its notice once more, with the record locked. */
async function deleteOne(portal: Portal, id: string, day: number, report: Signals["report"]): Promise<void> {
  try {
    const due = await currentDue(portal);
    await eraseRecord(portal, retention, { id }, async ({ writer, row }) => {
      if (!due || !(await mayEndNow(writer, due, row.seq, day))) throw new PortalError("stale");
    });
  } catch (error) {
    if (!isPortalError(error) || !(error.id === "stale" || error.id === "not-found")) report(error);
  }
}
