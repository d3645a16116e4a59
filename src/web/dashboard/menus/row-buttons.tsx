import { Icon } from "#design/icon.tsx";
import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import chevronUp from "lucide/dist/esm/icons/chevron-up.mjs";
import x from "lucide/dist/esm/icons/x.mjs";
import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";

type RowAction = {
  /** What the button does, and to which row: for example "add-2". */
  id: string;
  focus: string;
  isOff?: boolean;
};

const buttonFor = ({ id, focus, isOff = false }: RowAction) => ({
  id,
  name: "do",
  value: id.replaceAll("-", " "),
  disabled: isOff,
  autoFocus: id === focus,
});

export const AddButton = ({ children, ...action }: RowAction & { children: ReactNode }) => (
  <Button
    {...buttonFor(action)}
    variant="secondary"
    size="small"
    className="justify-self-start disabled:cursor-not-allowed"
  >
    {children}
  </Button>
);

type MoveButtonsProps = {
  /** The place of the row: "2", or "2-3" for a link in a group. */
  place: string;
  name: string;
  focus: string;
  isFirst: boolean;
  isLast: boolean;
};

export const MoveButtons = ({ place, name, focus, isFirst, isLast }: MoveButtonsProps) => (
  <div className="flex gap-1">
    <SignButton id={`up-${place}`} focus={focus} isOff={isFirst} label={m.menus_up({ name })} sign={chevronUp} />
    <SignButton id={`down-${place}`} focus={focus} isOff={isLast} label={m.menus_down({ name })} sign={chevronDown} />
    <SignButton id={`remove-${place}`} focus={focus} label={m.menus_remove({ name })} sign={x} isGrave />
  </div>
);

const SignButton = ({
  label,
  sign,
  isGrave = false,
  ...action
}: RowAction & { label: string; sign: IconNode; isGrave?: boolean }) => (
  <button
    {...buttonFor(action)}
    title={label}
    className={`grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-sunk disabled:cursor-not-allowed disabled:opacity-40 ${isGrave ? "text-alarm" : ""}`.trim()}
  >
    <span className="sr-only">{label}</span>
    <Icon icon={sign} className="size-6" />
  </button>
);
