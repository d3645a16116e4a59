import { z } from "zod";
import { wholeNumber } from "../fields.ts";

export const backupScheduleSchema = z.object({
  /** Counts only where BACKUP_URL says where to. */
  isOn: z.boolean(),
  /** Of the day, on the server's clock. */
  hour: wholeNumber(0, 23),
  days: wholeNumber(1, 366),
  weeks: wholeNumber(0, 520),
  months: wholeNumber(0, 120),
});
export type BackupSchedule = z.output<typeof backupScheduleSchema>;

/** So many days, weeks and months of which the last backup stays. */
export type Keep = Pick<BackupSchedule, "days" | "weeks" | "months">;

export const defaultBackupSchedule: BackupSchedule = { isOn: true, hour: 2, days: 7, weeks: 4, months: 12 };

/** How long a backup that is made today may stay: so long somebody who is deleted tomorrow is in it. */
export const longestDays = ({ days, weeks, months }: Keep): number => Math.max(days, weeks * 7, months * 31);

/** `late`: the schedule is on, and still nothing came. `none`: nobody makes any, by the clock or by hand. */
export type BackupWarning = "late" | "none";

/** As `--keep` takes it. */
export const writtenKeep = ({ days, weeks, months }: Keep): string => `${days}d,${weeks}w,${months}m`;

/** The last moment at which a backup was to begin. */
export const lastDue = (now: number, hour: number): number => {
  const today = atHour(now, hour, 0);
  return today <= now ? today : atHour(now, hour, -1);
};

/** The next one. */
export const nextDue = (now: number, hour: number): number => {
  const today = atHour(now, hour, 0);
  return today > now ? today : atHour(now, hour, 1);
};

function atHour(now: number, hour: number, days: number): number {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  return at.setHours(hour, 0, 0, 0);
}
