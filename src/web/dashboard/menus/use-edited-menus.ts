import { useEffect, useState } from "react";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { editRows } from "#core/settings/edit-rows.ts";
import { type GroupRow, rowsIn, rowsOf } from "#core/settings/menu-rows.ts";
import type { MenuPart, OtherLanguage } from "#core/settings/menus.ts";
import type { FormResult } from "#design/form/form-result.ts";
import type { FormProblem } from "#design/form/problem-words.ts";
import { fieldsOf } from "../../enhance/in-place.ts";

export type ShownMenus = {
  part: MenuPart;
  rows: GroupRow[];
  /** In which, beside English, names are asked for. */
  others: readonly OtherLanguage[];
  /** The version of the settings that the rows were read from. */
  version: number;
};

/** The same after a button was pressed, not saved. */
export type EditedMenus = FormResult<ShownMenus, FormProblem | "unsaved" | "delivered"> & { focus: string };

/** What a button of the form makes of the rows: in the browser, and on the server for a page without scripts. */
export function editMenus(shown: ShownMenus, pressed: string, at: number): EditedMenus {
  const isDelivered = pressed === "delivered";
  const { rows, focus } = isDelivered
    ? { rows: rowsOf(defaultMenus, shown.part), focus: "" }
    : (editRows(shown.rows, pressed, shown.part) ?? { rows: shown.rows, focus: "" });
  return { values: { ...shown, rows }, problem: isDelivered ? "delivered" : "unsaved", fields: {}, at, focus };
}

/** The rows while they are edited in the browser. What is typed stays in its boxes until a button is pressed. */
export function useEditedMenus(shown: ShownMenus, sent: EditedMenus | undefined) {
  const begin = (at: number) => withKeys(sent ?? { values: shown, problem: null, fields: {}, focus: "", at });
  const [edited, setEdited] = useState(() => begin(0));
  const { values, problem, at, focus } = edited;
  const [begunAt] = useState(at);
  const [answer, setAnswer] = useState(sent);
  if (answer !== sent) {
    setAnswer(sent);
    // A refused save leaves the rows as they are here. Afterwards the form begins anew.
    setEdited(sent ? { ...sent, values: { ...sent.values, rows: values.rows } } : begin(at + 1));
  }
  useEffect(() => {
    // The page as the server sends it has its focus and its open groups already.
    if (at !== begunAt) leadTo(focus);
  }, [at, begunAt, focus]);
  /** Does what the button says. Only "save" is left to the form. */
  const edit = (form: HTMLFormElement, button: string) => {
    const typed = withTyped(form, values);
    const isNote = problem === "unsaved" || problem === "delivered";
    if (button !== "save") setEdited(withKeys(editMenus(typed, button, at + 1)));
    else setEdited({ ...edited, values: typed, problem: isNote ? null : problem, focus: "" });
  };
  return { edited, edit };
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

/** What is in the boxes now, in rows with the keys that they had. */
function withTyped(form: HTMLFormElement, shown: ShownMenus): ShownMenus {
  const rows = rowsIn(fieldsOf(form), shown.part).map(({ title, titles, links }, group) => ({
    ...shown.rows[group],
    title,
    titles,
    links: links.map((link, at) => ({ ...shown.rows[group]?.links[at], ...link })),
  }));
  return { ...shown, rows };
}

/** Opens the groups in which something is wrong, and moves the focus to that element, else to the first wrong box. */
function leadTo(id: string): void {
  const [firstWrong, ...wrong] = document.querySelectorAll<HTMLElement>("main [aria-invalid=true]");
  const target = document.getElementById(id) ?? firstWrong;
  for (const box of [target, ...wrong]) box?.closest("details")?.setAttribute("open", "");
  target?.focus();
}
