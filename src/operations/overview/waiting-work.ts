import type { Actor } from "#core/accounts/actor.ts";
import {
  authorize,
  mayAnswerReports,
  mayChangeSettings,
  mayDecideOnRecords,
  mayHaveDrafts,
} from "#core/accounts/permissions.ts";
import { countFailingMails } from "#storage/database/mails.ts";
import { undecidedOf, waitingRecords } from "#storage/database/records/record-counts.ts";
import { waitingRevisions } from "#storage/database/records/revisions.ts";
import { openReports } from "#storage/database/reports.ts";
import type { Portal } from "../portal/portal.ts";
import { isKept } from "../sealed/sealed-revision.ts";
import { currentSettings } from "../portal/current-settings.ts";

/** Counting stops here. */
const maxCounted = 99;

/** How many things wait, and since when the oldest one has waited. */
export type Waiting = { count: number; isMore: boolean; since: number | null };

type Counted = { count: number; since: number | null };

const waiting = async (counted: Promise<Counted>, atMost = maxCounted): Promise<Waiting> => {
  const { count, since } = await counted;
  return { count: Math.min(count, atMost), isMore: count > atMost, since };
};

/** Records and revisions. */
async function wholeQueue(portal: Portal, atMost: number): Promise<Counted> {
  const { database, registry } = portal;
  const areKept = isKept(await currentSettings(portal), { state: "waiting" });
  const [records, revisions] = await Promise.all([
    waitingRecords(database, registry, atMost),
    areKept ? waitingRevisions(database.read, registry, atMost) : { count: 0, since: null },
  ]);
  const times = [records.since, revisions.since].filter((since) => since !== null);
  return { count: records.count + revisions.count, since: times.length > 0 ? Math.min(...times) : null };
}

/**
 * Returns what waits for this person. For admins: the whole queue and all reports. For moderators: what they added themselves.
 */
export async function waitingWork(portal: Portal, actor: Actor, atMost = maxCounted) {
  const { database, registry } = portal;
  authorize(mayHaveDrafts(actor), actor);
  const own = (approval: "waiting" | "returned") =>
    waiting(undecidedOf(database, registry, actor.id, approval, maxCounted + 1));
  const decides = mayDecideOnRecords(actor);
  const [records, returned, reports] = await Promise.all([
    decides ? waiting(wholeQueue(portal, atMost + 1), atMost) : own("waiting"),
    decides ? null : own("returned"),
    mayAnswerReports(actor) ? waiting(openReports(database.read, registry, maxCounted + 1)) : null,
  ]);
  return { records, returned, reports };
}

/** Returns how many mails the mail server did not accept so far; null for none, or if this person cannot help it. */
export async function failingMails({ database }: Portal, actor: Actor) {
  if (!mayChangeSettings(actor)) return null;
  const count = await countFailingMails(database.read, maxCounted + 1);
  return count === 0 ? null : { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}
