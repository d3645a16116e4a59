import { renderToStaticMarkup } from "react-dom/server";
import { lookupPages } from "#core/records/lookup-pages.ts";
import type { Settings } from "#core/settings/settings.ts";
import { getLocale } from "#i18n/compiled/runtime.js";
import type { SiteFrame } from "../public-frame.tsx";
import { MenuRow, Navbar } from "./menus.tsx";
import { PromoTiles } from "./promo-tiles.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { siteFacts } from "../site/site-facts.server.ts";

/** For each version of the settings, which are one object as long as nobody changes them. */
const frames = new WeakMap<Settings, Map<string, SiteFrame>>();

/** Rendered once for each language and, where the bar shows where one is, for each page. */
export function siteFrame(settings: Settings, publicOrigin: string, page: string): SiteFrame {
  const ofSettings = frames.get(settings) ?? new Map<string, SiteFrame>();
  frames.set(settings, ofSettings);
  const barPage = withBar.has(page) ? page : "";
  const key = `${getLocale()} ${barPage}`;
  const around = ofSettings.get(key) ?? rendered(settings, publicOrigin, barPage);
  ofSettings.set(key, around);
  return around;
}

function rendered(settings: Settings, publicOrigin: string, barPage: string): SiteFrame {
  const { categories, navbar, tiles, footer } = settings.menus;
  const { operator } = siteFacts(settings, publicOrigin);
  const hasBar = barPage !== "" && navbar.length > 0;
  return {
    menu: renderToStaticMarkup(<MenuRow categories={categories} />),
    navbar: hasBar ? renderToStaticMarkup(<Navbar navbar={navbar} page={barPage} />) : "",
    tiles: renderToStaticMarkup(<PromoTiles tiles={tiles} />),
    footer: renderToStaticMarkup(<SiteFooter operator={operator} groups={footer} />),
  };
}

/** The pages that have tiles have the bar as well. */
const withBar: ReadonlySet<string> = new Set(
  Object.entries(lookupPages).flatMap(([page, { hasTiles }]) => (hasTiles ? [page] : [])),
);
