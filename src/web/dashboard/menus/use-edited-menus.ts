import { useEffect, useState } from "react";
import { type GroupRow, rowsIn } from "#core/settings/menu-rows.ts";
import { fieldsOf } from "../../account/script/fields-of.ts";
import { type EditedMenus, editMenus, type ShownMenus } from "./edited-menus.ts";

/** The rows while they are edited in the browser. What is typed stays in its boxes until a button is pressed. */
export function useEditedMenus(shown: ShownMenus, sent: EditedMenus | undefined) {
  const begin = () => ({ fields: {}, state: null, focus: "", ...shown, ...sent });
  const [{ menus, turn }, setEdit] = useState(() => ({ menus: withKeys(begin()), turn: 0 }));
  const [answer, setAnswer] = useState(sent);
  const show = (next: EditedMenus) => setEdit({ menus: withKeys(next), turn: turn + 1 });
  if (answer !== sent) {
    setAnswer(sent);
    // A refused save leaves the rows as they are here. Afterwards the form begins anew.
    show(sent ? { ...sent, rows: menus.rows } : begin());
  }
  useEffect(() => {
    // The page as the server sends it has its focus and its open groups already.
    if (turn > 0) leadTo(menus.focus);
  }, [turn, menus.focus]);
  /** Does what the button says. Only "save" is left to the form. */
  const press = (form: HTMLFormElement, button: string) => {
    const typed = { ...menus, rows: rowsTypedIn(form, menus), focus: "" };
    if (button !== "save") return show(editMenus(typed, button));
    const isNote = typed.state === "unsaved" || typed.state === "delivered";
    setEdit({ menus: isNote ? { ...typed, state: null } : typed, turn });
  };
  return { menus, turn, press };
}

let keyCount = 0;
const newKey = () => String((keyCount += 1));

const withKeys = ({ rows, ...menus }: EditedMenus): EditedMenus => ({
  ...menus,
  rows: rows.map((row) => ({
    key: newKey(),
    ...row,
    links: row.links.map((link) => ({ key: newKey(), ...link })),
  })),
});

const rowsTypedIn = (form: HTMLFormElement, { part, rows }: EditedMenus): GroupRow[] =>
  rowsIn(fieldsOf(form), part).map(({ title, links }, group) => ({
    ...rows[group],
    title,
    links: links.map((link, at) => ({ ...rows[group]?.links[at], ...link })),
  }));

/** Opens the groups in which something is wrong, and the one that takes the focus. */
function leadTo(id: string): void {
  const target = document.getElementById(id);
  const inHand = target?.closest("details");
  const wrong = document.querySelectorAll<HTMLDetailsElement>("main details:has([aria-invalid=true])");
  for (const group of inHand ? [inHand, ...wrong] : wrong) group.open = true;
  target?.focus();
}
