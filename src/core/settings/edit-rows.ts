import { type GroupRow, hasGroups, maxLinks } from "./menu-rows.ts";
import { menuLimits, type MenuPart } from "./menus.ts";

const actions = ["up", "down", "remove", "add"] as const;
type Action = (typeof actions)[number];

export type EditedRows = {
  rows: GroupRow[];
  /** The id of the button or box that receives the focus: "up-2-3", "label-2-3", "title-2". */
  focus: string;
};

/**
 * `pressed` is the value of a button: "up 2" moves a group, "up 2 3" a link of that group. "add" adds a group, "add 2" a
 * link to that group. Null if the button cannot do that.
 */
export function editRows(rows: readonly GroupRow[], pressed: string, part: MenuPart): EditedRows | null {
  const [action, group, link] = pressed.split(" ");
  const known = actions.find((one) => one === action);
  if (!known) return null;
  if (known === "add") return group === undefined ? addGroup(rows, part) : addLink(rows, Number(group), part);
  return link === undefined
    ? editGroup(rows, known, Number(group))
    : editLink(rows, known, Number(group), Number(link));
}

function addGroup(rows: readonly GroupRow[], part: MenuPart): EditedRows | null {
  if (!hasGroups(part) || rows.length >= menuLimits[part]) return null;
  return { rows: [...rows, { title: "", links: [] }], focus: `title-${rows.length}` };
}

function addLink(rows: readonly GroupRow[], group: number, part: MenuPart): EditedRows | null {
  const links = rows[group]?.links;
  if (!links || links.length >= maxLinks(part)) return null;
  const more = [...links, { label: "", to: "", text: "" }];
  return { rows: withLinks(rows, group, more), focus: `label-${group}-${links.length}` };
}

function editGroup(rows: readonly GroupRow[], action: MoveAction, group: number): EditedRows | null {
  const edited = moved(rows, action, group);
  return edited && { rows: edited.rows, focus: focusAfter(edited, action, "title", "add", "") };
}

function editLink(rows: readonly GroupRow[], action: MoveAction, group: number, link: number): EditedRows | null {
  const edited = moved(rows[group]?.links ?? [], action, link);
  if (!edited) return null;
  const focus = focusAfter(edited, action, "label", `add-${group}`, `${group}-`);
  return { rows: withLinks(rows, group, edited.rows), focus };
}

const withLinks = (rows: readonly GroupRow[], group: number, links: GroupRow["links"]): GroupRow[] =>
  rows.map((row, at) => (at === group ? { ...row, links } : row));

type MoveAction = Exclude<Action, "add">;
type Moved<Row> = { rows: Row[]; at: number };

function moved<Row>(rows: readonly Row[], action: MoveAction, from: number): Moved<Row> | null {
  const [row] = rows.slice(from, from + 1);
  const others = rows.toSpliced(from, 1);
  if (row === undefined) return null;
  if (action === "remove") return { rows: others, at: Math.min(from, others.length - 1) };
  const at = action === "up" ? from - 1 : from + 1;
  return at < 0 || at >= rows.length ? null : { rows: others.toSpliced(at, 0, row), at };
}

/**
 * Returns the id of the same button at the row's new place. If the row can move no further, returns the opposite button.
 * After a removal, returns the box that is now in the row's place, or the add button if no row is left.
 */
function focusAfter(
  { rows, at }: Moved<unknown>,
  action: MoveAction,
  box: string,
  add: string,
  prefix: string,
): string {
  if (rows.length === 0) return add;
  if (action === "remove") return `${box}-${prefix}${at}`;
  const canGoOn = action === "up" ? at > 0 : at < rows.length - 1;
  const other = action === "up" ? "down" : "up";
  return `${canGoOn ? action : other}-${prefix}${at}`;
}
