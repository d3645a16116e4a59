import { latestEnd, usualEnd } from "#core/reports/false-number.ts";
import { laterDay } from "#core/office-clock.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { MarkEnds } from "./mark-form.tsx";

export function marksEnds(portal: Portal): MarkEnds {
  const today = officeToday(portal);
  return { usual: usualEnd(today), earliest: laterDay(today, 1), latest: latestEnd(today) };
}
