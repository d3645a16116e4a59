import * as build from "virtual:react-router/server-build";
import { RouterContextProvider, type ServerBuild, createRequestHandler } from "react-router";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { Portal } from "#operations/portal.ts";
import { forScript } from "./account/server/in-place.server.ts";
import { type Wording, inLanguageOf, speakTheVisitorsLanguage } from "./frame/language/language.server.ts";
import { answerLookupPage, isLookupPage, lookupRoutes } from "./lookup/lookup-pages.server.tsx";
import { addPageHeaders, type PrerenderedPage } from "./frame/page-headers.server.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pages as pageRows } from "./pages.ts";
import { pageRoutes } from "./frame/page-routes.server.ts";
import { clearShownFlash } from "./frame/flash/flash-cookie.server.ts";
import { answerOfflinePage, offlineRoute } from "./offline/answer-offline-page.server.tsx";
import { answerSiteFile, isSiteFile, siteFiles } from "./site-files/site-files.server.ts";
import { type Visit, type Visitor, lastKnown, memoized, visitContext } from "./frame/visit.server.ts";

/** For test/server/routes.test.ts, which compares them with the table of routes. */
export const pages = [...lookupRoutes, offlineRoute, ...pageRoutes(build.routes)];
export { siteFiles };

const hydratedPages = new Set(pages.filter(({ hydrates }) => hydrates).map(({ path }) => path));

/** Pages for staff, and all pages that hydrate. They exist only in the site's own languages, not in added ones. */
const ownLanguagePages = new Set([...hydratedPages, pageRows.setup.path, pageRows.alerts.path]);

type Web = (request: Request, visitor: Visitor) => Promise<Response | PrerenderedPage>;

type WebParts = Pick<Visit, "report" | "keepsShell"> & {
  /** `spec`: English in the wording of the specification. */
  wording: Wording;
};

export function createWeb(portal: Portal, { wording, ...parts }: WebParts): Web {
  speakTheVisitorsLanguage();
  // In the generated type some properties may be `undefined`. In the handler's type they may only be absent.
  const answer = createRequestHandler(build as ServerBuild, import.meta.env.MODE);
  const readSettings = lastKnown(() => currentSettings(portal));

  return (request, visitor) =>
    inLanguageOf(
      request,
      { wording, settings: readSettings, isOwnOnly: ownLanguagePages.has(visitor.page) },
      async () => {
        if (asksForDataAlone(request) && !hydratedPages.has(visitor.page)) return new Response(null, { status: 404 });
        const settings = memoized(readSettings);
        const { page, clientAddress } = visitor;
        const caller = { headers: request.headers, clientAddress, language: spokenLocale() };
        const visit = { ...visitor, ...parts, portal, caller, settings, answerHeaders: new Headers() };
        if (isSiteFile(page)) return answerSiteFile(request, visit, page);
        if (page === offlineRoute.path) return answerOfflinePage(request, visit);
        return isLookupPage(page) ? answerLookupPage(request, visit, page) : answerRoute(request, visit);
      },
    );

  async function answerRoute(request: Request, visit: Visit): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(visitContext, visit);
    const response = await answer(request, context);
    for (const [name, value] of visit.answerHeaders) response.headers.set(name, value);
    clearShownFlash(request, response);
    return addPageHeaders(forScript(request, response) ?? response, request);
  }
}

/** True if the request is for the data of loaders or actions without the page. Only pages that hydrate use it. */
const asksForDataAlone = (request: Request) => new URL(request.url).pathname.endsWith(".data");
