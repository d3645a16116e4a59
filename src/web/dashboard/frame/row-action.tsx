import type { ComponentProps } from "react";
import { ActionButton } from "#design/form/action-button.tsx";
import { keyed } from "#design/page/keys.ts";

type RowActionProps = Pick<ComponentProps<typeof ActionButton>, "action" | "fields" | "label" | "of" | "className"> & {
  hotkey: string;
  /** The description of the key in the list of shortcuts, if it differs from the label. */
  keyWords?: string;
};

export const RowAction = ({ hotkey, keyWords, className = "row-button", ...button }: RowActionProps) => (
  <ActionButton {...button} className={className} {...keyed(hotkey, keyWords ?? button.label)} />
);
