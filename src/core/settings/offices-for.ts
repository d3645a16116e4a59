import { countryCodes, countryNamed } from "../own-fields/countries.ts";
import { isNotHere, type PapersHere } from "../own-fields/own-paper.ts";
import { oncePer } from "../once-per.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import { looksLikeIrcc } from "../records/numbers.ts";
import type { MenuLink } from "./menus.ts";
import type { OfficialPlaces } from "./official-places.ts";

/** The country of an office, by the end of its address. Undefined for an office of no single country ("www.ilo.org"). */
function countryOf({ to }: MenuLink): string | undefined {
  const end = new URL(to).hostname.split(".").at(-1)?.toUpperCase() ?? "";
  return countryCodes.includes(end) ? end : undefined;
}

/** Papers of the country that a candidate comes from. */
const ofHome: readonly string[] = ["policeClearance", "ticket"] satisfies DocumentKind[];

type WithOffices = PapersHere & { officialPlaces: OfficialPlaces; defaultNationality: string };

/** The country of work whose offices this site names beside its papers. Undefined if there are several, or none. */
export const countryOfWork: (site: WithOffices) => string | undefined = oncePer((site: WithOffices) => {
  const home = countryNamed(site.defaultNationality);
  const here = Object.entries(site.officialPlaces).filter(([kind]) => !isNotHere(site, kind) && !ofHome.includes(kind));
  const countries = new Set(here.flatMap(([, offices]) => offices?.map(countryOf) ?? []));
  const abroad = [...countries].filter((country) => country !== undefined && country !== home);
  return abroad.length === 1 ? abroad[0] : undefined;
});

/** What tells the country of a record. Undefined is not known. */
type OfCountry = { nationality: string; ofWork: string | undefined };

/** An IRCC number that begins with a letter, and an LMIA, are Canada's. */
export const isOfCanada = (irccNumber: string, hasLmia: boolean): boolean =>
  hasLmia || (/^[A-Z]/.test(irccNumber) && looksLikeIrcc(irccNumber));

/** Of these offices, those that can say something of a record: never an office of another country. */
export const officesFor = ({ nationality, ofWork }: OfCountry, offices: readonly MenuLink[]): readonly MenuLink[] =>
  offices.filter((office) => {
    const country = countryOf(office);
    return country === undefined || country === ofWork || country === countryNamed(nationality);
  });
