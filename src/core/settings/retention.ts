import { z } from "zod";
import { wholeNumber } from "../fields.ts";

/** The start of the time for which records are kept. `never`: records are kept until somebody deletes them. */
const retentionStarts = ["never", "published", "changed"] as const;

export const retentionSchema = z.object({
  since: z.enum(retentionStarts, { error: "unknown-choice" }),
  months: wholeNumber(1, 600),
  /** Admins are notified this number of days before a record is deleted. */
  noticeDays: wholeNumber(7, 365),
});
export type Retention = z.output<typeof retentionSchema>;

export const defaultRetention: Retention = { since: "never", months: 24, noticeDays: 30 };

/** True if the change makes automatic deletion remove more records, or remove them sooner or with shorter notice. */
export const deletesMore = (before: Retention, after: Retention): boolean =>
  after.since !== "never" &&
  (before.since !== after.since || after.months < before.months || after.noticeDays < before.noticeDays);
