import { looksLikeIrcc } from "../records/numbers.ts";
import type { MenuLink } from "./menus.ts";

// Apart from `official-places.ts`, because pages load this, and not what checks the settings.

const isInCanada = ({ to }: MenuLink) => new URL(to).hostname.endsWith(".ca");

/**
 * The offices that can say something of a record. An IRCC number that begins with a letter is Canada's: then offices of
 * other countries are left out, if a Canadian one is among them.
 */
export function officesFor(irccNumber: string, offices: readonly MenuLink[]): readonly MenuLink[] {
  const canadian = /^[A-Z]/.test(irccNumber) && looksLikeIrcc(irccNumber) ? offices.filter(isInCanada) : [];
  return canadian.length > 0 ? canadian : offices;
}
