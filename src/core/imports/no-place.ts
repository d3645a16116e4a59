import { areCitizens } from "./presumed-columns.ts";

/** What else stands in columns without a telling heading: work, states of an application, how people are related. */
const noPlaces =
  /^(?:(?:steel|heavy|light|general|gen|civil|house|security|farm|factory|shuttering|tile|pipe|ac|office|kitchen|machine|duct|marble|gypsum|block|bar|hotel|salon|dairy|crane|forklift|trailer|bus|truck)[ /-])?(?:masons?|carpenters?|drivers?|helpers?|cleaners?|cooks?|chefs?|welders?|plumbers?|electricians?|labou?r(?:er)?s?|operators?|fitters?|fixers?|painters?|tailors?|guards?|nurses?|maids?|waiters?|waitress|riggers?|scaffolders?|foreman|supervisors?|technicians?|mechanics?|workers?|caregivers?|housekeeping|housekeepers?|security|loaders?|packing|packers?|qc|pickers?|barbers?|bakers?|butchers?|gardeners?|salesm[ae]n|storekeepers?|accountants?|engineers?|boy|nanny|rider|delivery)$|^(?:ok|sent|done|yes|no|y|n|fit|unfit|pass(?:ed)?|fail(?:ed)?|pending|submitted|received|approved|refused|rejected|complete[d]?|ready|selected|deployed|active|married|single|widow|divorced|male|female|muslim|islam|hindu|christian|buddhist|sikh|catholic|orthodox|brother|sister|father|mother|wife|husband|son|daughter|uncle|cousin|friend|a|b|ab|o)[+.-]?$|^(?:ssc|hsc|ba|bsc|ma|msc|diploma|primary|secondary|masters?|graduate|class \d+|\d+th|slc|plus 2|\+2)$/iu;

/** No house, ward or post code has so many digits. */
const longNumber = /(?:\d[\s-]?){7}/;

const most = 0.8;
const share = (texts: readonly string[], is: (text: string) => boolean) => texts.filter(is).length / texts.length;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? [];

export const wordsIn = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(wordsOf));

/** True for a column that is no part of an address: citizens, work, or people whose names those of the table have, too. */
export function isNoPlace(texts: readonly string[], ofNames: ReadonlySet<string>): boolean {
  if (texts.length === 0) return false;
  return (
    areCitizens(texts) ||
    share(texts, (text) => longNumber.test(text)) >= most ||
    share(texts, (text) => noPlaces.test(text.trim())) >= most ||
    share(texts, (text) => wordsOf(text).some((word) => ofNames.has(word))) >= most
  );
}
