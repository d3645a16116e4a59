import { languages } from "../settings/languages.ts";

/** The codes of ISO 3166-1, and XK for Kosovo. */
export const countryCodes: readonly string[] = [
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ",
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO",
  "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE",
  "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO",
  "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW",
  "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM",
  "TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW",
].flatMap((line) => line.split(" "));

const plain = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]|[^\p{L}\p{M}\p{N}]/gu, "");

/** What agencies write instead of the name that a country has in our languages. */
const otherNames = {
  AE: "uae|u.a.e|emirates|dubai|abu dhabi|ইউএই|दुबई|دبي|الإمارات",
  CD: "dr congo|drc",
  CI: "ivory coast",
  CZ: "czech republic",
  GB: "uk|great britain|england|britain",
  KR: "korea|republic of korea",
  MK: "macedonia",
  MM: "burma",
  MO: "macau",
  HK: "hong kong",
  PS: "palestine",
  RU: "russian federation",
  SA: "ksa|saudi|kingdom of saudi arabia|সৌদি|सऊदी|سعودی عرب|السعودية",
  TR: "turkey",
  TZ: "united republic of tanzania",
  US: "usa|u.s.a|united states of america|america",
  VN: "viet nam",
} as const;

let known: ReadonlyMap<string, string> | undefined;

function allNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  // The names in British English differ: "Saint Lucia".
  for (const language of ["en-GB", ...languages]) {
    const inLanguage = new Intl.DisplayNames(language, { type: "region" });
    for (const code of countryCodes) {
      const name = plain(inLanguage.of(code) ?? code);
      names.set(name, names.get(name) ?? code);
    }
  }
  for (const [code, others] of Object.entries(otherNames))
    for (const name of others.split("|")) names.set(plain(name), code);
  return names;
}

/** The code of a country that is written as its code, or by its name in one of the site's languages. */
export function countryNamed(written: string): string | undefined {
  const code = written.trim().toUpperCase();
  if (countryCodes.includes(code)) return code;
  known ??= allNames();
  return known.get(plain(written));
}
