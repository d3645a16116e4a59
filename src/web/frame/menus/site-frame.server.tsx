import { renderToStaticMarkup } from "react-dom/server";
import type { Settings } from "#core/settings/settings.ts";
import type { MenuGroup, MenuLink, Menus } from "#core/settings/menus.ts";
import { getLocale } from "#i18n/compiled/runtime.js";
import type { SiteFrame } from "../public-frame.tsx";
import { leadsToPage } from "../links-that-lead.ts";
import { Menu, Navbar } from "./menus.tsx";
import { PrintHead } from "../site/print-head.tsx";
import { PromoTiles } from "./promo-tiles.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { siteFacts } from "../site/site-facts.server.ts";

/** A cache per version of the settings. The settings stay the same object until they change. */
const frames = new WeakMap<Settings, Map<string, SiteFrame>>();

/** Renders the frame once per language, and once per page of the bar, because the bar marks the present page. */
export function siteFrame(settings: Settings, publicOrigin: string, page: string): SiteFrame {
  const ofSettings = frames.get(settings) ?? new Map<string, SiteFrame>();
  frames.set(settings, ofSettings);
  const barPage = settings.menus.navbar.some(({ to }) => to === page) ? page : "";
  const key = `${getLocale()} ${barPage}`;
  const around = ofSettings.get(key) ?? rendered(settings, publicOrigin, barPage);
  ofSettings.set(key, around);
  return around;
}

function rendered(settings: Settings, publicOrigin: string, barPage: string): SiteFrame {
  const { categories, navbar, tiles, footer } = shownMenus(settings);
  const { operator, appearance, address, lookupPolicy } = siteFacts(settings, publicOrigin);
  return {
    menu: renderToStaticMarkup(<Menu {...{ categories, navbar, lookupPolicy }} features={settings.features} />),
    navbar: navbar.length > 0 ? renderToStaticMarkup(<Navbar navbar={navbar} page={barPage} />) : "",
    printHead: renderToStaticMarkup(<PrintHead {...{ operator, appearance, address, lookupPolicy }} />),
    tiles: renderToStaticMarkup(<PromoTiles tiles={tiles} />),
    footer: renderToStaticMarkup(<SiteFooter operator={operator} groups={footer} features={settings.features} />),
  };
}

/** The menus without links to pages of features that are off, and without groups that have no other. */
function shownMenus({ menus: { categories, navbar, tiles, footer }, features }: Settings): Menus {
  const shown = <Link extends MenuLink>(links: readonly Link[]) =>
    links.filter(({ to }) => leadsToPage({ features }, to));
  const shownGroups = (groups: readonly MenuGroup[]) =>
    groups.map((group) => ({ ...group, links: shown(group.links) })).filter(({ links }) => links.length > 0);
  return {
    categories: shownGroups(categories),
    navbar: shown(navbar),
    tiles: shown(tiles),
    footer: shownGroups(footer),
  };
}
