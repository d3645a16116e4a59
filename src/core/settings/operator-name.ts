import type { Settings } from "./settings.ts";

/** Returns the operator's name for pages and mails. Until a name is set, this is the site's host. */
export const operatorName = ({ name }: Pick<Settings["operator"], "name">, siteAddress: string): string =>
  name || new URL(siteAddress).host;

type Warning = Settings["fraudWarning"];
type About = Pick<Settings["operator"], "about" | "aboutBangla">;
type Licence = Pick<Settings["operator"], "licence" | "licenceBangla">;

/** On Bangla pages, the operator's own words in Bangla, if there are any. */
export const aboutIn = (language: string, { about, aboutBangla }: About): string =>
  (language === "bn" && aboutBangla) || about;

export const licenceIn = (language: string, { licence, licenceBangla }: Licence): string =>
  (language === "bn" && licenceBangla) || licence;

/** In the reader's language if it is there, or else in the other one. Empty while it is off. */
export const warningIn = (language: string, { isOn, text, textBangla }: Warning): string =>
  isOn ? (language === "bn" && textBangla) || text || textBangla : "";

const roomBelowIcon = 12;

/** Returns as many words of the name as fit below an icon, at least the first. */
export function shortName(name: string): string {
  const words = name.split(/\s+/);
  const fitting = words.findLastIndex((_, last) => words.slice(0, last + 1).join(" ").length <= roomBelowIcon);
  return words.slice(0, Math.max(fitting, 0) + 1).join(" ");
}
