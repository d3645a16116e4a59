import { looksLikeIrcc } from "../records/numbers.ts";
import type { MenuLink } from "./menus.ts";

// Apart from `official-places.ts`, because pages load this, and not what checks the settings.

const isInCanada = ({ to }: MenuLink) => new URL(to).hostname.endsWith(".ca");

/** What tells the country of a record: its IRCC number, and whether it can have an LMIA, which only Canada asks for. */
type OfCountry = { irccNumber: string; mayHaveLmia: boolean };

/**
 * The offices that can say something of a record. An IRCC number that begins with a letter is Canada's: then offices of
 * other countries are left out, if a Canadian one is among them. Without a number, and certainly without an LMIA,
 * Canada's are left out, if there are others. Null: the site has no IRCC numbers.
 */
export function officesFor(record: OfCountry | null, offices: readonly MenuLink[]): readonly MenuLink[] {
  if (record === null) return offices;
  const { irccNumber, mayHaveLmia } = record;
  const isCanadian = /^[A-Z]/.test(irccNumber) && looksLikeIrcc(irccNumber);
  if (!isCanadian && (irccNumber !== "" || mayHaveLmia)) return offices;
  const some = offices.filter((office) => isInCanada(office) === isCanadian);
  return some.length > 0 ? some : offices;
}
