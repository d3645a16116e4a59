import { z } from "zod";
import { wholeNumber } from "../fields.ts";

export const backupScheduleSchema = z.object({
  /** Makes backups if BACKUP_URL contains their place. False: the operator makes them in another way, and none is missed. */
  isOn: z.boolean(),
  /** In the office's time zone. */
  hour: wholeNumber(0, 23),
  days: wholeNumber(1, 366),
  weeks: wholeNumber(0, 520),
  months: wholeNumber(0, 120),
});
export type BackupSchedule = z.output<typeof backupScheduleSchema>;

/** For each of this number of days, weeks and months, the last backup is kept. */
export type KeepCounts = Pick<BackupSchedule, "days" | "weeks" | "months">;

export const defaultBackupSchedule: BackupSchedule = {
  isOn: true,

  hour: 2,
  days: 7,
  weeks: 4,
  months: 12,
};

/**
 * The longest time, in days, that a backup made today may be kept. A person who is deleted tomorrow stays in it that long.
 */
export const maxDaysKept = ({ days, weeks, months }: KeepCounts): number => Math.max(days, weeks * 7, months * 31);

/**
 * `late`: the schedule is on, but no backup has arrived. `none`: no backups are made, neither on schedule nor by hand.
 * `check-failed`: the newest backup could not be read to its end when it was last checked.
 */
export type BackupWarning = "late" | "none" | "check-failed";

/** Returns the value in the form that the option `--keep` accepts. */
export const writtenKeepCounts = ({ days, weeks, months }: KeepCounts): string => `${days}d,${weeks}w,${months}m`;
