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
import { openReports } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";

/** Counting stops here. */
const maxCounted = 99;

/** How many things wait, and since when the oldest one has waited. */
export type Waiting = { count: number; isMore: boolean; since: number | null };

type Counted = { count: number; since: number | null };

const waiting = async (counted: Promise<Counted>): Promise<Waiting> => {
  const { count, since } = await counted;
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted, since };
};

/**
 * Returns what waits for this person. For admins: the whole queue and all reports. For moderators: what they added themselves.
 */
export async function waitingWork({ database, registry }: Portal, actor: Actor) {
  authorize(mayHaveDrafts(actor), actor);
  const own = (approval: "waiting" | "returned") =>
    waiting(undecidedOf(database, registry, actor.id, approval, maxCounted + 1));
  const decides = mayDecideOnRecords(actor);
  const [records, returned, reports] = await Promise.all([
    decides ? waiting(waitingRecords(database, registry, maxCounted + 1)) : own("waiting"),
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
