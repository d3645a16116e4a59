import { defaultMenus } from "#core/settings/default-menus.ts";
import type { MenuLink, Menus } from "#core/settings/menus.ts";
import { startingSets } from "#core/sets/sets.ts";
import type { OfficeOfSet, StartingSet } from "#core/sets/starting-set.ts";
import { officialHosts } from "./official-hosts.ts";
import { defaultOfficialPlaces } from "#core/settings/official-places.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { offeredLocales } from "#i18n/offered-locales.ts";
import { translatedLabel } from "#web/frame/menus/official-words.ts";
import { routeAt, isUnknown } from "#server/routes.ts";

/** Every list of default links, by name. */
const defaultLists: ReadonlyMap<string, readonly MenuLink[]> = new Map([
  ...defaultMenus.categories.map(({ title, links }) => [`menu, ${title}`, links] as const),
  ["bar", defaultMenus.navbar],
  ["tiles", defaultMenus.tiles],
  ...defaultMenus.footer.map(({ title, links }) => [`foot, ${title}`, links] as const),
  ...Object.entries(defaultOfficialPlaces).map(([kind, places = []]) => [`beside ${kind}`, places] as const),
]);

/** The offices of the sets. Their translations come with them. */
const listsOfSets: ReadonlyMap<string, readonly MenuLink[]> = new Map(
  Object.entries<StartingSet>(startingSets).flatMap(([id, { papers }]) =>
    papers.map(({ names, offices }) => [`set ${id}, ${names.en}`, offices.flatMap(linkOf)] as const),
  ),
);

function linkOf({ names: { en: label }, to }: OfficeOfSet): MenuLink[] {
  return to === null ? [] : [{ label, to }];
}

const allLists = new Map([...defaultLists, ...listsOfSets]);

/** Every default text that appears with the links. */
export const defaultTexts: readonly string[] = [
  ...defaultMenus.categories.map(({ title }) => title),
  ...defaultMenus.footer.map(({ title }) => title),
  ...defaultMenus.tiles.map(({ text }: Menus["tiles"][number]) => text),
  ...[...defaultLists.values()].flat().map(({ label }) => label),
];

const isElsewhere = ({ to }: MenuLink) => !to.startsWith("/");

export const addressesElsewhere = (lists = allLists): string[] => [
  ...new Set(
    [...lists.values()]
      .flat()
      .filter(isElsewhere)
      .map(({ to }) => to),
  ),
];

/** Describes everything that is wrong with the default links. */
export const problemsOfLinks = (lists = allLists): string[] => [
  ...addressesElsewhere(lists).flatMap(problemsOfAddress),
  ...[...lists.values()]
    .flat()
    .filter((link) => !isElsewhere(link))
    .flatMap(({ to }) => problemsOfOwnPage(to)),
  ...[...lists].flatMap(([name, links]) => repeatedIn(name, links)),
  ...twoNamesFor([...lists.values()].flat().filter(isElsewhere)),
];

function problemsOfAddress(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [`${address} is no address`];
  const { protocol, hostname, origin, pathname } = url;
  const spelt = origin + pathname;
  return [
    ...(protocol === "https:" ? [] : [`${address} is not https`]),
    ...(officialHosts.has(hostname) ? [] : [`${address}: ${hostname} is no known official host`]),
    // No capital letters, no port, no user name, no query: only the location of the page.
    ...(spelt === address || spelt === `${address}/` ? [] : [`${address} is spelt ${spelt}`]),
  ];
}

const problemsOfOwnPage = (page: string): string[] =>
  isUnknown(routeAt(page)) ? [`${page} is no page of this site`] : [];

const repeatedIn = (name: string, links: readonly MenuLink[]): string[] =>
  repeated(links.map(({ to }) => to)).map((to) => `${name} has ${to} twice`);

/** Each office must have one name, and each name must belong to one office. */
function twoNamesFor(links: readonly MenuLink[]): string[] {
  const pairs = [...new Map(links.map((link) => [`${link.label} ${link.to}`, link])).values()];
  return [
    ...repeated(pairs.map(({ to }) => to)).map((to) => `${to} has two names`),
    ...repeated(pairs.map(({ label }) => label)).map((label) => `${label} leads to two addresses`),
  ];
}

const repeated = (texts: readonly string[]) => [...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))];

/** Describes the default texts that some reader would not get in their own language. */
export function problemsOfTexts(texts = defaultTexts): string[] {
  return offeredLocales.flatMap((locale) => {
    overwriteGetLocale(() => locale);
    const isTheirs = (text: string) =>
      locale === "en" ? translatedLabel(text) === text : /\p{Script=Bengali}/u.test(translatedLabel(text));
    return texts.filter((text) => !isTheirs(text)).map((text) => `"${text}" is not known in ${locale}`);
  });
}
