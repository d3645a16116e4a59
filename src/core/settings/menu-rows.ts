import { type InOthers, isOther, menuLimits, type MenuGroup, type MenuPart, type Menus } from "./menus.ts";

/** A part of the menus as boxes on a page: nothing of it has been checked. In the browser `key` identifies a row. */
export type LinkRow = {
  label: string;
  labels?: InOthers | undefined;
  to: string;
  text: string;
  texts?: InOthers | undefined;
  key?: string | undefined;
};
export type GroupRow = { title: string; titles?: InOthers | undefined; links: LinkRow[]; key?: string | undefined };

/** The bar and the tiles are one list, which here is a group without a title. */
export const hasGroups = (part: MenuPart): part is "categories" | "footer" =>
  part === "categories" || part === "footer";

export const mostLinks = (part: MenuPart): number => (hasGroups(part) ? menuLimits.links : menuLimits[part]);

export function rowsOf(menus: Menus, part: MenuPart): GroupRow[] {
  const groups: readonly MenuGroup[] = hasGroups(part) ? menus[part] : [{ title: "", links: menus[part] }];
  return groups.map((group) => ({ ...group, links: group.links.map((link) => ({ text: "", ...link })) }));
}

/** As settings take it, for the schema to check. */
export function partFrom(rows: readonly GroupRow[], part: MenuPart): unknown {
  const linksOf = ({ links }: GroupRow) =>
    links.map((link) => ({
      label: link.label,
      ...written("labels", link.labels),
      to: link.to.trim(),
      ...(part === "tiles" ? { text: link.text, ...written("texts", link.texts) } : {}),
    }));
  return hasGroups(part)
    ? rows.map((row) => ({ title: row.title, ...written("titles", row.titles), links: linksOf(row) }))
    : rows.flatMap(linksOf);
}

/** Without the boxes in which nothing was written; nothing at all where none was. */
function written(name: string, inOthers: InOthers = {}): Record<string, InOthers> {
  const some = Object.entries(inOthers).filter(([, text]) => text.trim() !== "");
  return some.length > 0 ? { [name]: Object.fromEntries(some) } : {};
}

/** The name under which the schema complains of a row. */
export function placeOf(part: MenuPart, group: number, link?: number): string {
  const path = hasGroups(part) ? [group, ...(link === undefined ? [] : ["links", link])] : [link];
  return ["menus", part, ...path].join(".");
}

/** The boxes of a form in their order: a title begins a group, a label a link. */
export function rowsIn(fields: Iterable<readonly [string, string]>, part: MenuPart): GroupRow[] {
  const rows: GroupRow[] = hasGroups(part) ? [] : [{ title: "", links: [] }];
  for (const [name, value] of fields) {
    const [box = "", language = ""] = name.split(".");
    const group = rows.at(-1);
    const link = group?.links.at(-1);
    if (isOther(language)) {
      if (box === "title" && group) group.titles = { ...group.titles, [language]: value };
      else if (box === "label" && link) link.labels = { ...link.labels, [language]: value };
      else if (box === "text" && link) link.texts = { ...link.texts, [language]: value };
    } else if (name === "title" && hasGroups(part)) rows.push({ title: value, links: [] });
    else if (name === "label") group?.links.push({ label: value, to: "", text: "" });
    else if (link && (name === "to" || name === "text")) link[name] = value;
  }
  return rows;
}
