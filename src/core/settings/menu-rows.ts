import { type InOthers, isOther, menuLimits, type MenuGroup, type MenuPart, type Menus } from "./menus.ts";

/** A part of the menus as boxes on a page. The values are not validated yet. In the browser `key` identifies a row. */
export type LinkRow = {
  label: string;
  labels?: InOthers | undefined;
  to: string;
  text: string;
  texts?: InOthers | undefined;
  key?: string | undefined;
};
export type GroupRow = { title: string; titles?: InOthers | undefined; links: LinkRow[]; key?: string | undefined };

/** The bar and the tiles are plain lists. Here each of them is one group without a title. */
export const hasGroups = (part: MenuPart): part is "categories" | "footer" =>
  part === "categories" || part === "footer";

export const maxLinks = (part: MenuPart): number => (hasGroups(part) ? menuLimits.links : menuLimits[part]);

export function rowsOf(menus: Menus, part: MenuPart): GroupRow[] {
  const groups: readonly MenuGroup[] = hasGroups(part) ? menus[part] : [{ title: "", links: menus[part] }];
  return groups.map((group) => ({ ...group, links: group.links.map((link) => ({ text: "", ...link })) }));
}

/** Returns the part in the form of the settings. The schema validates it later. */
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

/** Leaves out empty boxes. Returns an empty object if all boxes are empty. */
function written(name: string, inOthers: InOthers = {}): Record<string, InOthers> {
  const some = Object.entries(inOthers).filter(([, text]) => text.trim() !== "");
  return some.length > 0 ? { [name]: Object.fromEntries(some) } : {};
}

/** Returns the name under which the schema reports a problem of a row. */
export function placeOf(part: MenuPart, group: number, link?: number): string {
  const path = hasGroups(part) ? [group, ...(link === undefined ? [] : ["links", link])] : [link];
  return ["menus", part, ...path].join(".");
}

/** Reads the boxes of a form in their order: a title starts a group, a label starts a link. */
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
