import type { ComponentProps } from "react";
import { ActionButton } from "#design/form/action-button.tsx";
import { keyed } from "#design/page/keys.ts";

type RowActionProps = Pick<ComponentProps<typeof ActionButton>, "action" | "fields" | "label" | "of"> & {
  hotkey: string;
  /** What the help says of the key, where that is more than the label. */
  keyWords?: string;
  isMain?: boolean;
};

export const RowAction = ({ hotkey, keyWords, isMain = false, ...button }: RowActionProps) => (
  <ActionButton
    {...button}
    className={isMain ? "row-button font-semibold" : "row-button"}
    {...keyed(hotkey, keyWords ?? button.label)}
  />
);
