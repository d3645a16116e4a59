import { textColourOn } from "#core/settings/accent.ts";
import { baseLocale } from "#i18n/compiled/runtime.js";
import { inNamedLanguage } from "../frame/language/language.server.ts";
import { drawSiteCard } from "#operations/settings/site-card.ts";
import type { Visit } from "../frame/visit.server.ts";
import { embed } from "../embed/embed.server.ts";
import { manifest } from "./manifest.server.ts";
import { robots } from "./robots.server.ts";
import { security } from "./security.server.ts";
import { answerWith, type MakeSiteFile } from "../frame/site-file.server.ts";
import { sitemap } from "./sitemap.server.ts";

/** The picture that other sites show beside a link to this site. No part of the address changes it. */
const card: MakeSiteFile = async ({ portal }) => ({
  type: "image/png",
  content: await drawSiteCard(portal),
  isForOthers: true,
});

/** The operator's logo. It was decoded and encoded again when it was set, so it has no byte of the uploaded file. */
const logo: MakeSiteFile = async ({ settings }) => {
  const { logo: set } = await settings();
  return set && { type: "image/webp", content: Buffer.from(set.image, "base64"), version: set.hash };
};

/** The style sheet with the operator's colour, which tokens.css uses for actions. */
const accent: MakeSiteFile = async ({ settings }) => {
  const { accent: set } = await settings();
  if (set === "") return null;
  const content = `:root{--accent:${set};--accent-ink:${textColourOn(set)}}`;
  return { type: "text/css; charset=utf-8", content, version: set.slice(1) };
};

/** Loaded when it is first asked for: it contains a hash of the whole page that checks slips. */
const worker: MakeSiteFile = async (visit) => (await import("./worker.server.ts")).worker(visit);

const files = {
  "/robots.txt": robots,
  "/.well-known/security.txt": security,
  "/sitemap.xml": sitemap,
  "/manifest.webmanifest": manifest,
  "/sw.js": worker,
  "/card.png": card,
  "/embed.js": embed,
  "/logo.webp": logo,
  "/accent.css": accent,
} satisfies Record<string, MakeSiteFile>;

type SiteFilePath = keyof typeof files;

/** For test/server/routes.test.ts, which compares them with the table of routes. */
export const siteFiles: readonly string[] = Object.keys(files);

export const isSiteFile = (path: string): path is SiteFilePath => Object.hasOwn(files, path);

/** Answers in the language that the address names, never in the visitor's: caches store one file for all visitors. */
export const answerSiteFile = (request: Request, visit: Visit, path: SiteFilePath): Promise<Response> =>
  inNamedLanguage(request, visit.settings, async () => answerWith(await files[path](visit), request), baseLocale);
