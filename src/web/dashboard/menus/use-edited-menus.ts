import type { ErrorId } from "#core/errors.ts";
import { useEffect, useState } from "react";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { editRows } from "#core/settings/edit-rows.ts";
import { type GroupRow, rowsIn, rowsOf } from "#core/settings/menu-rows.ts";
import type { MenuPart, OtherLanguage } from "#core/settings/menus.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { fieldsOf } from "../../enhance/in-place.ts";

export type ShownMenus = {
  part: MenuPart;
  rows: GroupRow[];
  /** The languages besides English in which the form asks for texts. */
  others: readonly OtherLanguage[];
  /** The version of the settings from which the rows were read. */
  version: number;
};

/** The menus after a button was pressed, not yet saved. */
export type EditedMenus = FormResult<ShownMenus, ErrorId | "unsaved" | "delivered"> & { focus: string };

/** Applies a button of the form to the rows: in the browser, and on the server if the browser runs no scripts. */
export function editMenus(shown: ShownMenus, pressed: string, at: number): EditedMenus {
  const isDelivered = pressed === "delivered";
  const { rows, focus } = isDelivered
    ? { rows: rowsOf(defaultMenus, shown.part), focus: "" }
    : (editRows(shown.rows, pressed, shown.part) ?? { rows: shown.rows, focus: "" });
  return { values: { ...shown, rows }, problem: isDelivered ? "delivered" : "unsaved", fields: {}, at, focus };
}

/** Holds the rows while they are edited in the browser. Typed values stay in the boxes until a button is pressed. */
export function useEditedMenus(shown: ShownMenus, sent: EditedMenus | undefined) {
  const begin = (at: number) => withKeys(sent ?? { values: shown, problem: null, fields: {}, focus: "", at });
  const [edited, setEdited] = useState(() => begin(0));
  const { values, problem, at, focus } = edited;
  const [begunAt] = useState(at);
  const [answer, setAnswer] = useState(sent);
  if (answer !== sent) {
    setAnswer(sent);
    // After a refused save the rows stay as they are in the browser. Otherwise the form starts again.
    setEdited(sent ? { ...sent, values: { ...sent.values, rows: values.rows } } : begin(at + 1));
  }
  useEffect(() => {
    // The page from the server already has the focus and the open groups.
    if (at !== begunAt) leadTo(focus);
  }, [at, begunAt, focus]);
  /** Applies a button to the rows. For "save" it only takes over the typed values; the form itself is sent. */
  const edit = (form: HTMLFormElement, button: string) => {
    const typed = withTyped(form, values);
    const isNote = problem === "unsaved" || problem === "delivered";
    if (button !== "save") setEdited(withKeys(editMenus(typed, button, at + 1)));
    else setEdited({ ...edited, values: typed, problem: isNote ? null : problem, focus: "" });
    // Rows that were added, moved or removed are part of what was typed.
    if (button !== "save") form.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const putBack = (fields: Iterable<readonly [string, string]>) => {
    const rows = rowsIn(fields, shown.part);
    setEdited(withKeys({ ...edited, values: { ...values, rows }, problem: "unsaved", at: at + 1, focus: "" }));
  };
  return { edited, edit, putBack };
}

let keyCount = 0;
const newKey = () => String((keyCount += 1));

function withKeys({ values, ...edited }: EditedMenus): EditedMenus {
  const rows = values.rows.map((row) => ({
    key: newKey(),
    ...row,
    links: row.links.map((link) => ({ key: newKey(), ...link })),
  }));
  return { ...edited, values: { ...values, rows } };
}

/** Returns the rows with the values now in the boxes, and with their old keys. */
function withTyped(form: HTMLFormElement, shown: ShownMenus): ShownMenus {
  const rows = rowsIn(fieldsOf(form), shown.part).map(({ title, titles, links }, group) => ({
    ...shown.rows[group],
    title,
    titles,
    links: links.map((link, at) => ({ ...shown.rows[group]?.links[at], ...link })),
  }));
  return { ...shown, rows };
}

/**
 * Opens the groups with a problem. Moves the focus to the element with this id, else to the first box with a problem.
 */
function leadTo(id: string): void {
  const [firstWrong, ...wrong] = document.querySelectorAll<HTMLElement>("main [aria-invalid=true]");
  const target = document.getElementById(id) ?? firstWrong;
  for (const box of [target, ...wrong]) box?.closest("details")?.setAttribute("open", "");
  target?.focus();
}
