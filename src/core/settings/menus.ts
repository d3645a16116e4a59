import { z } from "zod";
import { requiredText } from "../fields.ts";
import { languages } from "./languages.ts";
import { safeWebAddress } from "../web-address.ts";

export const menuLimits = { label: 120, text: 200, links: 20, categories: 20, navbar: 12, tiles: 12, footer: 8 };

const otherLanguages = languages.filter((language) => language !== "en");

export type OtherLanguage = (typeof otherLanguages)[number];

/**
 * The text in other languages. Without a translation, one of our own texts appears in the reader's language, and any other
 * text as it is.
 */
export const inOthers = (longest: number) => z.partialRecord(z.enum(otherLanguages), requiredText(longest)).optional();

const link = z.object({
  label: requiredText(menuLimits.label),
  labels: inOthers(menuLimits.label),
  /** A page of this site ("/Check_Visa") or an https address elsewhere. */
  to: z.union([z.string().regex(/^\/(?!\/)[\w\-./]*$/), safeWebAddress.max(2000)], { error: "link-format" }),
});
export type MenuLink = z.output<typeof link>;

const group = z.object({
  title: requiredText(menuLimits.label),
  titles: inOthers(menuLimits.label),
  links: z.array(link).max(menuLimits.links),
});
export type MenuGroup = z.output<typeof group>;

const tile = link.extend({ text: requiredText(menuLimits.text), texts: inOthers(menuLimits.text) });

export const isOther = (text: string): text is OtherLanguage => otherLanguages.some((language) => language === text);

/** Translations of a menu text, by language. */
export type InOthers = Partial<Record<OtherLanguage, string>>;

export const menusSchema = z.object({
  /** "Official information elsewhere", opened by the MENU button. */
  categories: z.array(group).max(menuLimits.categories),
  /** The bar of the home page and of Check_Visa. */
  navbar: z.array(link).max(menuLimits.navbar),
  tiles: z.array(tile).max(menuLimits.tiles),
  footer: z.array(group).max(menuLimits.footer),
});
export type Menus = z.output<typeof menusSchema>;

export const menuParts = ["categories", "navbar", "tiles", "footer"] as const satisfies (keyof Menus)[];
export type MenuPart = (typeof menuParts)[number];
