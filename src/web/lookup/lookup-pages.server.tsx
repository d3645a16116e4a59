import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { readCookies } from "#core/read-cookies.ts";
import type { ResultPage } from "#core/records/document-kinds.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { isPortalError } from "#core/errors.ts";
import { lookupForm } from "../lookup-form/lookup-form.tsx";
import { LookupPage } from "./lookup-page.tsx";
import { isAskedInPlace } from "../frame/in-place.server.ts";
import { PublicFrame } from "../frame/public-frame.tsx";
import stylesheet from "#design/site.css?url";
import { visitorNameOf } from "../frame/known-visitor.server.ts";
import { clearFlash, flashCookieName } from "../frame/flash/clear-flash.ts";
import { Broken } from "../frame/error-pages.tsx";
import { Document } from "../frame/document.tsx";
import { type AnsweredLookup, answerLookup, keptAnswer, readCrossSiteNumber } from "./look-up.server.ts";
import { pageHeaders, type PrerenderedPage } from "../frame/page-headers.server.ts";
import type { PageRoute } from "../frame/page-routes.server.ts";
import { siteFrame } from "../frame/menus/site-frame.server.tsx";
import { siteFacts, siteOperator } from "../frame/site/site-facts.server.ts";
import type { Visit } from "../frame/visit.server.ts";

export const isLookupPage = (page: string): page is ResultPage => Object.hasOwn(lookupPages, page);

/** For test/server/routes.test.ts, which compares them with the table of routes. */
export const lookupRoutes: PageRoute[] = Object.keys(lookupPages).map((path) => ({
  path,
  methods: ["GET", "POST"],
  hydrates: false,
}));

/** Answers the lookup pages without React Router. The table of routes has already checked access (decision 0012). */
export async function answerLookupPage(
  request: Request,
  visit: Visit,
  page: ResultPage,
): Promise<PrerenderedPage | Response> {
  try {
    const answered = request.method === "POST" ? await answerPost(request, visit, page) : noLookup;
    const kept = await keptAnswer(request, visit, answered);
    if (kept) return kept;
    const settings = await visit.settings();
    const visitorName = await visitorNameOf(visit);
    const flash = await flashIn(request);
    const site = siteFacts(settings, visit.portal.publicOrigin);
    const around = siteFrame(settings, visit.portal.publicOrigin, page);
    const savesNothing = visit.portal.database.savesNothing();
    const content = (
      <LookupPage {...{ page, site, around }} places={settings.officialPlaces} lookup={answered.lookup} />
    );
    // The script has the frame already: it is half of the bytes.
    const html = isAskedInPlace(request)
      ? `<!DOCTYPE html>${renderToString(content)}`
      : documentOf(
          <PublicFrame {...{ site, around, page, visitorName, flash, savesNothing }} typedForm={lookupForm}>
            {content}
          </PublicFrame>,
        );
    const headers = { ...answered.headers, ...(flash && { "Set-Cookie": clearFlash }) };
    return writtenPage(request, html, answered.status, headers);
  } catch (error) {
    visit.report(error);
    const status = isPortalError(error) ? error.status : 500;
    return writtenPage(request, documentOf(<Broken status={status} operator={await siteOperator(visit)} />), status);
  }
}

/** Most requests have none, and do not load the messages. */
async function flashIn(request: Request): Promise<ReactNode> {
  if (!readCookies(request.headers.get("cookie")).has(flashCookieName)) return null;
  const { readPublicFlash } = await import("../frame/flash/flash-cookie.server.ts");
  const { FlashSheet } = await import("../frame/flash/flash-sheet.tsx");
  const flash = readPublicFlash(request);
  return flash && <FlashSheet {...flash} />;
}

const answerPost = (request: Request, visit: Visit, page: ResultPage): Promise<AnsweredLookup> =>
  visit.isCrossSite ? readCrossSiteNumber(request) : answerLookup(request, visit, lookupPages[page].by);

const noLookup: AnsweredLookup = { lookup: undefined, status: 200, headers: {} };

const documentOf = (body: ReactNode) =>
  `<!DOCTYPE html>${renderToString(<Document stylesheet={stylesheet}>{body}</Document>)}`;

const writtenPage = (
  request: Request,
  html: string,
  status: number,
  headers: PrerenderedPage["headers"] = {},
): PrerenderedPage => ({
  html,
  status,
  headers: { "Content-Type": "text/html; charset=utf-8", ...pageHeaders(request), ...headers },
});
