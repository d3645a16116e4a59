import { useEffect, useState } from "react";
import { rowsIn } from "#core/settings/menu-rows.ts";
import { fieldsOf } from "../../enhance/in-place.ts";
import { type EditedMenus, editMenus, type ShownMenus } from "./edited-menus.ts";

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

/** What is in the boxes now, in rows that keep their keys. */
function withTyped(form: HTMLFormElement, shown: ShownMenus): ShownMenus {
  const rows = rowsIn(fieldsOf(form), shown.part).map(({ title, links }, group) => ({
    ...shown.rows[group],
    title,
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
