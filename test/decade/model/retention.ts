import { type Actor, admin, day, dayOf, type Entry, minute, note, type Outcome, type Site } from "./site.ts";
import { erase, foundByAdmin, type Target } from "./records.ts";

type Since = Site["retention"]["since"];

/** An admin may let the site delete records a month after they were published, or after they were last changed. */
export function setRetention(site: Site, actor: Actor, { since }: { since: Since }): Outcome {
  admin(site, actor);
  if (site.retention.since === since) return "nothing";
  site.retention.since = since;
  return "done";
}

/** An admin may keep a record although its time is over. */
export function keep(site: Site, actor: Actor, target: Target, days: number): Outcome {
  const entry = foundByAdmin(site, actor, target);
  Object.assign(entry, { keptUntil: dayOf(site.now + days * day), noticeEnds: null });
  note(site, entry.id, actor.name, "record-kept");
  return "done";
}

const isKept = (site: Site, { keptUntil }: Entry): boolean => keptUntil >= dayOf(site.now);

/** The same day of the month before, or its last day. */
function monthBefore(now: number): number {
  const then = new Date(now);
  const lastDay = new Date(then.getFullYear(), then.getMonth(), 0).getDate();
  return then.setMonth(then.getMonth() - 1, Math.min(then.getDate(), lastDay));
}

function isDue(site: Site, entry: Entry): boolean {
  const published = entry.approval === "approved" ? entry.approvedAt : entry.addedAt;
  const since = { never: Infinity, published, changed: entry.changedAt }[site.retention.since];
  return since < monthBefore(site.now) && !isKept(site, entry);
}

/**
 * Nothing is deleted without a notice of seven days. They are counted while the program works, one a day at most, so that
 * no wrong clock shortens a notice. A record that is not due any more loses its notice.
 */
export function review(site: Site): void {
  const { retention, now } = site;
  for (const entry of site.entries) if (!isDue(site, entry)) entry.noticeEnds = null;
  if (retention.since === "never") return;
  const last = (retention.countedAt ??= now);
  if (now >= last + day) retention.days += 1;
  if (now >= last + day || now < last - minute) retention.countedAt = now;
  for (const entry of site.entries) if (isDue(site, entry)) entry.noticeEnds ??= retention.days + 7;
  for (const entry of site.entries)
    if (entry.noticeEnds !== null && entry.noticeEnds <= retention.days) erase(site, "retention", entry);
}

/** What the staff are told of a record: from which day on it is deleted, and until when it is kept. */
export function retentionOf(site: Site, entry: Entry): { deletedFrom: string | null; keptUntil: string | null } | null {
  const { since, days } = site.retention;
  if (since === "never") return null;
  const deletedFrom = entry.noticeEnds === null ? null : dayOf(site.now + Math.max(entry.noticeEnds - days, 0) * day);
  return { deletedFrom, keptUntil: isKept(site, entry) ? entry.keptUntil : null };
}
