import { href, Link } from "react-router";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { type Keyed, keyed } from "#design/page/keys.ts";
import { pages } from "../../pages.ts";
import type { ShownPerson } from "./shown-person.tsx";

/** The labels of all actions on one account. Each action has one button; its id is the last segment of its path. */
export const personActionLabels = {
  admin: m.staff_make_admin,
  moderator: m.staff_make_moderator,
  student: m.staff_make_student,
  confirm: m.staff_confirm,
  suspend: m.staff_suspend,
  suspect: m.staff_suspect,
  restore: m.staff_restore,
  "sign-out": m.staff_end_sessions,
  "take-factors-away": m.staff_take_factors,
  delete: m.staff_delete,
};

export type PersonActionId = keyof typeof personActionLabels;

const leaving: ReadonlySet<PersonActionId> = new Set<PersonActionId>(["suspend", "delete", "student"]);

/** True if the page of the action asks why the person loses their access, or knows it, and lists what they leave. */
export const asksWhy = (action: PersonActionId, role: Role): boolean =>
  action === "suspect" || (leaving.has(action) && isStaffRole(role));

/** True if the action makes the account of an organisation staff. Its page says whose account it is, and asks. */
export const isAboutOutsider = (action: PersonActionId, role: Role): boolean =>
  role === "organisation" && (action === "admin" || action === "moderator");

export const isPersonAction = (text: string): text is PersonActionId => Object.hasOwn(personActionLabels, text);

type PersonActionProps = {
  action: PersonActionId;
  person: ShownPerson;
  back: string;
  isDone?: boolean;
  className: string;
  hotkey?: string;
};

export function PersonAction({ action, person, back, isDone = false, className, hotkey }: PersonActionProps) {
  const label = personActionLabels[action]();
  const button = { label, of: person.name, className, ...(hotkey !== undefined && keyed(hotkey, label)) };
  const address = href(pages.personAction.path, { id: person.id, action });
  const question = questionBefore(action, person.isYou);
  if (asksWhy(action, person.role) || isAboutOutsider(action, person.role))
    return <QuestionLink {...button} to={`${address}?${searchOf({ back })}`} />;
  return question && !isDone ? (
    <ConfirmLink {...button} {...question} action={address} back={back} />
  ) : (
    <ActionButton {...button} action={address} fields={{ back }} isDone={isDone} />
  );
}

const searchOf = (values: Record<string, string>) => new URLSearchParams(values).toString();

type QuestionLinkProps = Keyed & { to: string; label: string; of: string; className: string };

const QuestionLink = ({ label, of, ...link }: QuestionLinkProps) => (
  <Link {...link}>
    {label}
    <span className="sr-only"> {of}</span>
  </Link>
);

type Question = { text?: string; yes?: string };

/**
 * The confirmation question before an action that cannot be undone, gives full rights, or locks out the user
 * themselves. Null if the action needs no confirmation.
 */
export function questionBefore(action: PersonActionId, isYou: boolean): Question | null {
  if (action === "delete") return {};
  if (action === "admin") return { text: m.staff_make_admin_ask(), yes: m.staff_make_admin_yes() };
  if (action === "confirm") return { text: m.staff_confirm_ask(), yes: m.staff_confirm() };
  if (action === "take-factors-away") return { text: m.staff_take_factors_ask(), yes: m.staff_take_factors_yes() };
  if (!isYou) return null;
  if (action === "suspend") return { text: m.staff_suspend_ask(), yes: m.staff_suspend_yes() };
  const leavesRole = action === "moderator" || action === "student";
  return leavesRole ? { text: m.staff_leave_role_ask(), yes: m.staff_leave_role_yes() } : null;
}
