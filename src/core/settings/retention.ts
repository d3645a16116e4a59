import { z } from "zod";
import { wholeNumber } from "../fields.ts";

/** Since when the time counts for which records are kept; `never`: they are kept until somebody deletes them. */
export const retentionStarts = ["never", "published", "changed"] as const;

export const retentionSchema = z.object({
  since: z.enum(retentionStarts, { error: "unknown-choice" }),
  months: wholeNumber(1, 600),
  /** So many days before a record is deleted admins are told. */
  noticeDays: wholeNumber(7, 365),
});
export type Retention = z.output<typeof retentionSchema>;

export const defaultRetention: Retention = { since: "never", months: 24, noticeDays: 30 };

/** Whether records are deleted by the clock that were not before, or sooner. */
export const deletesMore = (before: Retention, after: Retention): boolean =>
  after.since !== "never" &&
  (before.since !== after.since || after.months < before.months || after.noticeDays < before.noticeDays);
