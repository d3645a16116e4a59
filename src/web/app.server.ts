import { lastKnown } from "#core/last-known.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { officeZone } from "#operations/portal/office-time.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { secondNumberOf } from "#operations/portal/second-number.ts";
import { type Wording, inLanguageOf, speakTheVisitorsLanguage } from "./frame/language/language.server.ts";
import { answerLookupPage, isLookupPage, lookupRoutes } from "./lookup/lookup-pages.server.tsx";
import type { PrerenderedPage } from "./frame/page-headers.server.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pages as pageRows } from "./pages.ts";
import type { PageRoute } from "./frame/page-routes.server.ts";
import { answerOfflinePage, offlineRoute } from "./offline/answer-offline-page.server.tsx";
import { answerSiteFile, isSiteFile, siteFiles } from "./site-files/site-files.server.ts";
import { type Visit, type Visitor, memoized } from "./frame/visit.server.ts";

/** Loaded at the first visitor of its pages: it is most of the program, and no lookup needs it. */
const loadRouter = () => import("./frame/router.server.ts");

/** For test/server/routes.test.ts, which compares them with the table of routes. */
export const loadPages = async (): Promise<PageRoute[]> => [
  ...lookupRoutes,
  offlineRoute,
  ...(await loadRouter()).routedPages,
];
export { siteFiles };

const isAnsweredHere = (page: string) => isSiteFile(page) || page === offlineRoute.path || isLookupPage(page);

/** Pages for staff that do not hydrate. Like those that do, they exist only in the site's own languages. */
const staffPages = new Set<string>([pageRows.setup.path, pageRows.alerts.path]);

type Web = (request: Request, visitor: Visitor) => Promise<Response | PrerenderedPage>;

type WebParts = Pick<Visit, "report" | "keepsShell"> & {
  /** `spec`: English in the wording of the specification. */
  wording: Wording;
};

export function createWeb(portal: Portal, { wording, ...parts }: WebParts): Web {
  speakTheVisitorsLanguage();
  const zone = () => officeZone(portal);
  const secondNumber = () => secondNumberOf(portal);
  const readSettings = lastKnown(() => currentSettings(portal));

  return async (request, visitor) => {
    const { page, clientAddress } = visitor;
    const router = isAnsweredHere(page) ? null : await loadRouter();
    const hydrates = router?.isHydratedPage(page) ?? false;
    const isOwnOnly = hydrates || staffPages.has(page);
    return inLanguageOf(request, { wording, zone, secondNumber, settings: readSettings, isOwnOnly }, async () => {
      if (asksForDataAlone(request) && !hydrates) return new Response(null, { status: 404 });
      const settings = memoized(readSettings);
      const caller = { headers: request.headers, clientAddress, language: spokenLocale() };
      const visit = { ...visitor, ...parts, portal, caller, settings, answerHeaders: new Headers() };
      if (router) return router.answerRoute(request, visit);
      if (isSiteFile(page)) return answerSiteFile(request, visit, page);
      return isLookupPage(page) ? answerLookupPage(request, visit, page) : answerOfflinePage(request, visit);
    });
  };
}

/** True if the request is for the data of loaders or actions without the page. Only pages that hydrate use it. */
const asksForDataAlone = (request: Request) => new URL(request.url).pathname.endsWith(".data");
