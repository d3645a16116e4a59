import { dayMs } from "#core/durations.ts";
import { laterDay, monthsBefore } from "#core/office-clock.ts";
import type { Retention } from "#core/settings/retention.ts";
import { isFromFuture } from "#core/wrong-clock.ts";
import { alertMark, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { countDue, type DueRule } from "#storage/database/records/retention.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { officeZone, officeToday } from "../portal/office-time.ts";

const marks = (registry: string) => ({ days: `retention days ${registry}`, at: `retention counted ${registry}` });

/**
 * Counts a day. Notices end by this count, not by the date. The count grows by at most one, at least a day after it
 * last grew, however far the clock moved in between. So neither a wrong clock nor weeks without power shorten a notice.
 */
export async function countDay({ database, registry, now }: Portal): Promise<number> {
  const { days, at } = marks(registry);
  return database.write(async (writer) => {
    const counted = await lockAlertMark(database, writer, days, 0);
    const last = await lockAlertMark(database, writer, at, now());
    const isOver = now() >= last + dayMs;
    // The clock was ahead when a day was last counted.
    if (isOver || isFromFuture(last, now())) await moveAlertMark(writer, at, now());
    if (isOver) await moveAlertMark(writer, days, counted + 1);
    return isOver ? counted + 1 : counted;
  });
}

/** Returns the day from which on a notice has ended, if the site runs every day until then. */
export async function dayOfEnd(portal: Portal, endsOn: number): Promise<string> {
  const { database, registry } = portal;
  const counted = (await alertMark(database.read, marks(registry).days))?.value ?? 0;
  return laterDay(officeToday(portal), Math.max(endsOn - counted, 0));
}

/** Returns which records are due by the current settings. Null if records are never due. */
export async function currentDue(portal: Portal): Promise<(DueRule & { noticeDays: number }) | null> {
  const { retention } = await currentSettings(portal);
  return dueBy(portal, retention);
}

function dueBy(portal: Portal, { since, months, noticeDays }: Retention) {
  if (since === "never") return null;
  const before = monthsBefore(officeZone(portal), portal.now(), months);
  return { registry: portal.registry, since, before, today: officeToday(portal), noticeDays };
}

const maxCounted = 10_000;

/** Returns how many records would be due at once by these settings. */
export async function countDueBy(portal: Portal, retention: Retention): Promise<{ count: number; isMore: boolean }> {
  const due = dueBy(portal, retention);
  const count = due ? await countDue(portal.database, due, maxCounted + 1) : 0;
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}
