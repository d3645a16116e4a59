import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { files as checkFiles } from "virtual:check-script";
import { enhanceScript, files as enhanceFiles } from "virtual:enhance";
import { shellWorker } from "virtual:shell-worker";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { fontsToPreload } from "#design/fonts.ts";
import stylesheet from "#design/site.css?url";
import icon from "../icons/icon-32.png?url";
import { registerLines } from "#core/settings/log-settings.ts";
import type { Settings } from "#core/settings/settings.ts";
import { CheckAnswers } from "../check/check-answers.tsx";
import { CheckTools } from "../check/check-tools.tsx";
import { registersAddress } from "#verify/register.ts";
import { issuerAddress } from "#verify/verdict.ts";
import { pages } from "../pages.ts";
import { publicPagesOf } from "./public-pages.ts";
import { offlineHtml } from "../offline/answer-offline-page.server.tsx";
import { accentAddress } from "../frame/site/appearance.tsx";
import { siteFrame } from "../frame/menus/site-frame.server.tsx";
import { siteFacts } from "../frame/site/site-facts.server.ts";
import type { Shell } from "../offline/worker.ts";
import type { Visit } from "../frame/visit.server.ts";
import type { MakeSiteFile } from "../frame/site-file.server.ts";

/** The service worker. It contains the list of cached files, so a new build or telephone number makes a new worker. */
export const worker: MakeSiteFile = async (visit) => ({
  type: "text/javascript; charset=utf-8",
  content: `const shell=${JSON.stringify(await shellFor(visit))};\n${shellWorker}`,
  mustRevalidate: true,
});

async function shellFor(visit: Visit): Promise<Shell | null> {
  // In development, nothing is cached.
  if (!visit.keepsShell || import.meta.env.DEV) return null;
  const settings = await visit.settings();
  const { logo, accent } = siteFacts(settings, visit.portal.publicOrigin).appearance;
  const ofAppearance = [logo?.address, accentAddress(accent)].filter((address) => typeof address === "string");
  const files = [stylesheet, enhanceScript, icon, ...fontsToPreload(), ...ofAppearance];
  const content = [offlineHtml(settings, visit.portal.publicOrigin), ...files].join("\n");
  return {
    name: `shell-${hashOf(content)}`,
    offlinePage: `/offline?language=${spokenLocale()}`,
    files,
    pages: publicPagesOf(settings)
      .filter((page) => page !== "/")
      .map((page) => page.toLowerCase()),
    check: checkShell(settings, visit.portal.publicOrigin, files),
  };
}

/** The name contains a hash of the whole page, so that changed texts or menus change the name too. */
function checkShell(settings: Settings, publicOrigin: string, shared: readonly string[]): Shell["check"] {
  const files = [...new Set([...shared, ...enhanceFiles, ...checkFiles])];
  const site = siteFacts(settings, publicOrigin);
  const language = spokenLocale();
  const around = siteFrame(settings, publicOrigin, pages.check.path);
  const registers = registerLines(settings).length === 0 ? [] : [registersAddress];
  const tools = createElement(CheckTools, { asksRegisters: registers.length > 0 });
  const parts = [tools, createElement(CheckAnswers, site)].map((part) => renderToStaticMarkup(part));
  const content = JSON.stringify([language, site, around, parts, files]);
  return { name: `check-${hashOf(content)}`, page: pages.check.path, keys: issuerAddress, registers, language, files };
}

const hashOf = (content: string) => createHash("sha256").update(content).digest("base64url").slice(0, 16);
