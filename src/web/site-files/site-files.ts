import { baseLocale } from "#i18n/compiled/runtime.js";
import { inNamedLanguage } from "../language.ts";
import type { Visit } from "../visit.ts";
import { card } from "./card.ts";
import { embed } from "./embed.ts";
import { manifest } from "./manifest.ts";
import { robots } from "./robots.ts";
import { answerWith, type MakeSiteFile } from "./site-file.ts";
import { sitemap } from "./sitemap.ts";
import { worker } from "./worker.ts";

const files = {
  "/robots.txt": robots,
  "/sitemap.xml": sitemap,
  "/manifest.webmanifest": manifest,
  "/sw.js": worker,
  "/card.png": card,
  "/embed.js": embed,
} satisfies Record<string, MakeSiteFile>;

type SiteFilePath = keyof typeof files;

/** For the comparison with the table of doors. */
export const siteFiles: readonly string[] = Object.keys(files);

export const isSiteFile = (path: string): path is SiteFilePath => Object.hasOwn(files, path);

/** Caches keep one for everybody, so nobody's own language has a say in it. */
export const answerSiteFile = (request: Request, visit: Visit, path: SiteFilePath): Promise<Response> =>
  inNamedLanguage(request, async () => answerWith(await files[path](visit), request), baseLocale);
