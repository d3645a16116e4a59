import { menuLimits, type MenuPart, type Menus } from "./menus.ts";

/** A part of the menus as boxes on a page: nothing of it has been checked. In the browser `key` identifies a row. */
export type LinkRow = { label: string; to: string; text: string; key?: string | undefined };
export type GroupRow = { title: string; links: LinkRow[]; key?: string | undefined };

/** The bar and the tiles are one list, which here is a group without a title. */
export const hasGroups = (part: MenuPart): part is "categories" | "footer" =>
  part === "categories" || part === "footer";

export const mostLinks = (part: MenuPart): number => (hasGroups(part) ? menuLimits.links : menuLimits[part]);

export function rowsOf(menus: Menus, part: MenuPart): GroupRow[] {
  const groups = hasGroups(part) ? menus[part] : [{ title: "", links: menus[part] }];
  return groups.map(({ title, links }) => ({ title, links: links.map((link) => ({ text: "", ...link })) }));
}

/** As settings take it, for the schema to check. */
export function partFrom(rows: readonly GroupRow[], part: MenuPart): unknown {
  const linksOf = ({ links }: GroupRow) =>
    links.map(({ label, to, text }) => ({ label, to: to.trim(), ...tileText(part, text) }));
  return hasGroups(part) ? rows.map((row) => ({ title: row.title, links: linksOf(row) })) : rows.flatMap(linksOf);
}

const tileText = (part: MenuPart, text: string) => (part === "tiles" ? { text } : {});

/** The name under which the schema complains of a row. */
export function placeOf(part: MenuPart, group: number, link?: number): string {
  const path = hasGroups(part) ? [group, ...(link === undefined ? [] : ["links", link])] : [link];
  return ["menus", part, ...path].join(".");
}

/** The boxes of a form in their order: a title begins a group, a label a link. */
export function rowsIn(fields: Iterable<readonly [string, string]>, part: MenuPart): GroupRow[] {
  const rows: GroupRow[] = hasGroups(part) ? [] : [{ title: "", links: [] }];
  for (const [name, value] of fields) {
    const links = rows.at(-1)?.links;
    const link = links?.at(-1);
    if (name === "title" && hasGroups(part)) rows.push({ title: value, links: [] });
    else if (name === "label") links?.push({ label: value, to: "", text: "" });
    else if (link && (name === "to" || name === "text")) link[name] = value;
  }
  return rows;
}
