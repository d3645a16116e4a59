import { isStaffRole } from "#core/accounts/roles.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { type Waiting, waitingWork } from "#operations/overview/waiting-work.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import type { MenuCounts } from "./frame.tsx";

/** Such as "7" or "99+". */
export const writtenWaiting = ({ count, isMore }: Pick<Waiting, "count" | "isMore">): string =>
  writtenCount(count) + (isMore ? "+" : "");

/**
 * How much work waits on the pages of the drawer, by path. Empty if the counts cannot be read: the drawer works
 * without.
 */
export async function menuCounts({ portal, report }: Visit, actor: AccountActor): Promise<MenuCounts> {
  if (!isStaffRole(actor.role)) return {};
  try {
    const { records, returned, reports } = await waitingWork(portal, actor);
    return {
      ...(returned
        ? shown(pages.ownRecords.path, returned, m.menu_returned)
        : shown(pages.approval.path, records, m.menu_waiting)),
      ...(reports && shown(pages.reports.path, reports, m.menu_open)),
    };
  } catch (error) {
    report(error);
    return {};
  }
}

function shown(path: string, waiting: Waiting, words: (input: { count: string }) => string): MenuCounts {
  const count = writtenWaiting(waiting);
  return waiting.count === 0 ? {} : { [path]: { count, words: words({ count }) } };
}
