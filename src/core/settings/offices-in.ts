import type { MenuLink } from "./menus.ts";

// Apart from `official-places.ts`, because pages load this, and not what checks the settings.

/** The country of a site's address, such as "CA". Empty for others, such as those of the United Nations. */
const countryOf = ({ to }: MenuLink) => /\.([a-z]{2})$/.exec(new URL(to).hostname)?.[1]?.toUpperCase() ?? "";

/** Of these offices those in the first of the countries that has any; all of them if none has. */
export function officesIn(countries: readonly string[], offices: readonly MenuLink[]): readonly MenuLink[] {
  const country = countries.find((one) => offices.some((office) => countryOf(office) === one));
  return country === undefined ? offices : offices.filter((office) => countryOf(office) === country);
}
