import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { ResultPage } from "#core/candidates/document-kinds.ts";
import { lookupPages } from "#core/candidates/lookup-pages.ts";
import { isPortalError } from "#core/errors.ts";
import { lookupForm } from "#ui/ask-again.tsx";
import { LookupPage } from "#ui/lookup-page.tsx";
import { PublicFrame } from "#ui/public-frame.tsx";
import stylesheet from "#ui/site.css?url";
import { visitorNameOf } from "./accounts/known-visitor.ts";
import { noticeFor, noticeTold } from "./accounts/notices.ts";
import { Broken } from "./broken.tsx";
import { Document } from "./document.tsx";
import { type AnsweredLookup, answerLookup, readBrought } from "./lookup.ts";
import { pageHeaders } from "./page-headers.ts";
import type { PageRoute } from "./page-routes.ts";
import { siteAround } from "./site-around.tsx";
import { siteFacts } from "./site-facts.ts";
import type { Visit } from "./visit.ts";
import { whoseSite } from "./whose-site.ts";
import type { WrittenPage } from "./written-page.ts";

export const isLookupPage = (page: string): page is ResultPage => Object.hasOwn(lookupPages, page);

/** For the comparison with the table of doors. */
export const lookupRoutes: PageRoute[] = Object.keys(lookupPages).map((path) => ({
  path,
  methods: ["GET", "POST"],
  hydrates: false,
}));

/**
 * Answers the pages on which records are looked up, which are most of what is asked for. The table of doors has found
 * the page and let the visitor in, so nothing is left to route (decision 0012).
 */
export async function answerLookupPage(request: Request, visit: Visit, page: ResultPage): Promise<WrittenPage> {
  try {
    const answered = request.method === "POST" ? await answerForm(request, visit, page) : notAsked;
    const settings = await visit.settings();
    const visitorName = await visitorNameOf(visit);
    const notice = noticeFor(request);
    const site = siteFacts(settings, visit.portal.publicOrigin);
    const around = siteAround(settings, visit.portal.publicOrigin, page);
    const html = documentOf(
      <PublicFrame {...{ site, around, page, visitorName, notice }} typedForm={lookupForm}>
        <LookupPage
          {...{ page, site }}
          places={settings.officialPlaces}
          tiles={around.tiles}
          lookup={answered.lookup}
        />
      </PublicFrame>,
    );
    const headers = { ...answered.headers, ...(notice && { "Set-Cookie": noticeTold }) };
    return writtenPage(request, html, answered.status, headers);
  } catch (error) {
    visit.report(error);
    const status = isPortalError(error) ? error.status : 500;
    return writtenPage(request, documentOf(<Broken status={status} whose={await whoseSite(visit)} />), status);
  }
}

const answerForm = (request: Request, visit: Visit, page: ResultPage): Promise<AnsweredLookup> =>
  visit.isBrought ? readBrought(request) : answerLookup(request, visit, lookupPages[page].by);

const notAsked: AnsweredLookup = { lookup: undefined, status: 200, headers: {} };

const documentOf = (body: ReactNode) =>
  `<!DOCTYPE html>${renderToString(<Document stylesheet={stylesheet}>{body}</Document>)}`;

const writtenPage = (
  request: Request,
  html: string,
  status: number,
  headers: WrittenPage["headers"] = {},
): WrittenPage => ({
  html,
  status,
  headers: { "Content-Type": "text/html; charset=utf-8", ...pageHeaders(request), ...headers },
});
