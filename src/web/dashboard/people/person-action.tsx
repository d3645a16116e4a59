import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import type { ShownPerson } from "./shown-person.tsx";

/** All that is done with one account at one press; each is the last part of an address. */
const personActions = [
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

export type PersonActionId = (typeof personActions)[number];

export const isPersonAction = (text: string): text is PersonActionId => personActions.some((action) => action === text);

type PersonActionProps = {
  action: PersonActionId;
  person: ShownPerson;
  label: string;
  back: string;
  isDone?: boolean;
  className: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** Does something with one account; asks first where that is due. */
export function PersonAction({
  action,
  person: { id, name, isYou },
  back,
  isDone = false,
  ...button
}: PersonActionProps) {
  const address = `/dashboard/Admin_Control/${id}/${action}`;
  const question = questionBefore(action, isYou);
  return question && !isDone ? (
    <ConfirmLink {...button} {...question} of={name} action={address} back={back} />
  ) : (
    <ActionButton {...button} of={name} action={address} fields={{ back }} isDone={isDone} />
  );
}

type Question = { text?: string; yes?: string };

/** What is asked before: always where it cannot be undone, and where it shuts out oneself. Null where nothing is asked. */
export function questionBefore(action: PersonActionId, isYou: boolean): Question | null {
  if (action === "delete") return {};
  if (action === "take-factors-away") return { text: m.staff_take_factors_ask(), yes: m.staff_take_factors_yes() };
  if (!isYou) return null;
  if (action === "suspend") return { text: m.staff_suspend_ask(), yes: m.staff_suspend_yes() };
  const leavesRole = action === "moderator" || action === "student";
  return leavesRole ? { text: m.staff_leave_role_ask(), yes: m.staff_leave_role_yes() } : null;
}
