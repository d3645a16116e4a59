import { baseLocale } from "#i18n/compiled/runtime.js";
import { inNamedLanguage } from "../frame/language/language.server.ts";
import { drawSiteCard } from "#operations/settings/site-card.ts";
import type { Visit } from "../frame/visit.server.ts";
import { embed } from "../embed/embed.server.ts";
import { manifest } from "./manifest.server.ts";
import { robots } from "./robots.server.ts";
import { answerWith, type MakeSiteFile } from "./site-file.server.ts";
import { sitemap } from "./sitemap.server.ts";
import { worker } from "./worker.server.ts";

/** The picture that other pages show beside a link to the site. Nothing in the address has a say in it. */
const card: MakeSiteFile = async ({ portal }) => ({
  type: "image/png",
  content: await drawSiteCard(portal),
  isForOthers: true,
});

const files = {
  "/robots.txt": robots,
  "/sitemap.xml": sitemap,
  "/manifest.webmanifest": manifest,
  "/sw.js": worker,
  "/card.png": card,
  "/embed.js": embed,
} satisfies Record<string, MakeSiteFile>;

type SiteFilePath = keyof typeof files;

/** For the comparison with the table of routes. */
export const siteFiles: readonly string[] = Object.keys(files);

export const isSiteFile = (path: string): path is SiteFilePath => Object.hasOwn(files, path);

/** Caches store one for everybody, so it is in nobody's own language. */
export const answerSiteFile = (request: Request, visit: Visit, path: SiteFilePath): Promise<Response> =>
  inNamedLanguage(request, async () => answerWith(await files[path](visit), request), baseLocale);
