import { ConfirmLink } from "#design/form/confirm.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { questionBefore, type StaffActionId } from "./staff-actions.ts";

type StaffActionProps = {
  deed: StaffActionId;
  member: { id: string; name: string; isYou: boolean };
  label: string;
  back: string;
  isDone?: boolean;
  className: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** Does something with one account; asks first where that is due. */
export function StaffAction({ deed, member: { id, name, isYou }, back, isDone = false, ...button }: StaffActionProps) {
  const action = `/dashboard/Admin_Control/${id}/${deed}`;
  const question = questionBefore(deed, isYou);
  return question && !isDone ? (
    <ConfirmLink {...button} {...question} of={name} action={action} back={back} />
  ) : (
    <ActionButton {...button} of={name} action={action} fields={{ back }} isDone={isDone} />
  );
}
