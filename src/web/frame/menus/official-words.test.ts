import { describe, expect, test } from "vitest";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { textPages } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { offeredLocales } from "#i18n/offered-locales.ts";
import { deliveredText } from "#i18n/page-texts.ts";
import { translatedLabel } from "./official-words.ts";

const links = [...defaultMenus.navbar, ...defaultMenus.footer.flatMap((group) => group.links)];

describe.each(offeredLocales)("in %s", (locale) => {
  test.each(textPages)("links to /%s have the page's title", (page) => {
    overwriteGetLocale(() => locale);
    const names = links.filter(({ to }) => to === `/${page}`).map(({ label }) => translatedLabel(label));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set([deliveredText(page, locale).title]));
  });

  test("the footer links to the site search by its name", () => {
    overwriteGetLocale(() => locale);
    const names = links.filter(({ to }) => to === "/search").map(({ label }) => translatedLabel(label));
    expect(names).toEqual([m.site_search_label()]);
  });
});
