import { ConfirmLink } from "../confirm.tsx";
import { DeedButton } from "../deed-button.tsx";
import { questionBefore, type StaffDeedId } from "./staff-deeds.ts";

type StaffDeedProps = {
  deed: StaffDeedId;
  member: { id: string; name: string; isYou: boolean };
  label: string;
  back: string;
  isDone?: boolean;
  className: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** Does something with one account; asks first where that is due. */
export function StaffDeed({ deed, member: { id, name, isYou }, back, isDone = false, ...button }: StaffDeedProps) {
  const action = `/dashboard/Admin_Control/${id}/${deed}`;
  const question = questionBefore(deed, isYou);
  return question && !isDone ? (
    <ConfirmLink {...button} {...question} of={name} action={action} back={back} />
  ) : (
    <DeedButton {...button} of={name} action={action} fields={{ back }} isDone={isDone} />
  );
}
