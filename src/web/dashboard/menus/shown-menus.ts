import type { ErrorId, FieldProblems } from "#core/errors.ts";
import type { GroupRow } from "#core/settings/menu-rows.ts";
import type { MenuPart } from "#core/settings/menus.ts";

/** A part of the menus as its page shows it. */
export type ShownMenus = {
  part: MenuPart;
  rows: GroupRow[];
  /** Of the settings that the rows were read from. */
  version: number;
};

/** The same after a button was pressed: not saved. */
export type SentMenus = ShownMenus & {
  fields: FieldProblems;
  /** Why it is not saved: as a rule because nobody asked for that yet. */
  state: "unsaved" | "delivered" | ErrorId;
  /** The button or box with the focus. */
  focus: string;
  /** Tells it from the one before. */
  at: number;
};
