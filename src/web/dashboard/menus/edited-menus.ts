import type { ErrorId, FieldProblems } from "#core/errors.ts";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { editRows } from "#core/settings/edit-rows.ts";
import { type GroupRow, rowsOf } from "#core/settings/menu-rows.ts";
import type { MenuPart } from "#core/settings/menus.ts";

/** A part of the menus as its page shows it. */
export type ShownMenus = {
  part: MenuPart;
  rows: GroupRow[];
  /** The version of the settings that the rows were read from. */
  version: number;
};

/** The same after a button was pressed, not saved. */
export type EditedMenus = ShownMenus & {
  fields: FieldProblems;
  /** Why it is not saved; null as long as nothing was changed. */
  state: "unsaved" | "delivered" | ErrorId | null;
  /** The id of the button or box that takes the focus. */
  focus: string;
};

/** What a button of the form makes of the rows: in the browser, and on the server for a page without scripts. */
export function editMenus({ part, rows, version }: ShownMenus, pressed: string): EditedMenus {
  const isDelivered = pressed === "delivered";
  const edited = isDelivered ? { rows: rowsOf(defaultMenus, part) } : editRows(rows, pressed, part);
  return { part, rows, version, fields: {}, state: isDelivered ? "delivered" : "unsaved", focus: "", ...edited };
}
