import { operatorName, shortName } from "#core/settings/operator-name.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale, textDirection } from "#i18n/offered-locales.ts";
import icon192 from "../icons/icon-192.png?url";
import icon512 from "../icons/icon-512.png?url";
import maskable from "../icons/maskable-512.png?url";
import { themeColours } from "../frame/theme.tsx";
import type { MakeSiteFile } from "../frame/site-file.server.ts";

/** The web app manifest: name and icons for users who install the site as an app. */
export const manifest: MakeSiteFile = async (visit) => {
  const { operator } = await visit.settings();
  const name = operatorName(operator, visit.portal.publicOrigin);
  return {
    type: "application/manifest+json; charset=utf-8",
    content: JSON.stringify({
      id: "/",
      name,
      short_name: shortName(name),
      description: m.home_welcome({ operator: name }),
      lang: spokenLocale(),
      dir: textDirection(),
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: themeColours.dark,
      theme_color: themeColours.dark,
      icons: [
        { src: icon192, sizes: "192x192", type: "image/png", purpose: "any" },
        { src: icon512, sizes: "512x512", type: "image/png", purpose: "any" },
        { src: maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
      ],
    }),
  };
};
