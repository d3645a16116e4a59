import { m } from "#i18n/compiled/messages.js";

/** All that is done with one account at one press; each is the last part of an address. */
const staffActions = [
  "admin",
  "moderator",
  "student",
  "confirm",
  "suspend",
  "restore",
  "sign-out",
  "take-factors-away",
  "delete",
] as const;

export type StaffActionId = (typeof staffActions)[number];

export const isStaffAction = (text: string): text is StaffActionId => staffActions.some((deed) => deed === text);

type Question = { text?: string; yes?: string };

/** What is asked before: always where it cannot be undone, and where it shuts out oneself. Null where nothing is asked. */
export function questionBefore(deed: StaffActionId, isYou: boolean): Question | null {
  if (deed === "delete") return {};
  if (deed === "take-factors-away") return { text: m.staff_take_factors_ask(), yes: m.staff_take_factors_yes() };
  if (!isYou) return null;
  if (deed === "suspend") return { text: m.staff_suspend_ask(), yes: m.staff_suspend_yes() };
  const leavesRole = deed === "moderator" || deed === "student";
  return leavesRole ? { text: m.staff_leave_role_ask(), yes: m.staff_leave_role_yes() } : null;
}
