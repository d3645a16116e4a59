import { defaultMenus } from "#core/settings/default-menus.ts";
import { editRows } from "#core/settings/edit-rows.ts";
import { type GroupRow, rowsOf } from "#core/settings/menu-rows.ts";
import type { MenuPart } from "#core/settings/menus.ts";
import type { FormResult } from "#design/form/form-result.ts";
import type { FormProblem } from "#design/form/problem-words.ts";

/** A part of the menus as its page shows it. */
export type ShownMenus = {
  part: MenuPart;
  rows: GroupRow[];
  /** The version of the settings that the rows were read from. */
  version: number;
};

/** The same after a button was pressed, not saved. */
export type EditedMenus = FormResult<ShownMenus, FormProblem | "unsaved" | "delivered"> & {
  /** The id of the button or box that takes the focus. */
  focus: string;
};

/** What a button of the form makes of the rows: in the browser, and on the server for a page without scripts. */
export function editMenus(shown: ShownMenus, pressed: string, at: number): EditedMenus {
  const isDelivered = pressed === "delivered";
  const { rows, focus } = isDelivered
    ? { rows: rowsOf(defaultMenus, shown.part), focus: "" }
    : (editRows(shown.rows, pressed, shown.part) ?? { rows: shown.rows, focus: "" });
  return { values: { ...shown, rows }, problem: isDelivered ? "delivered" : "unsaved", fields: {}, at, focus };
}
