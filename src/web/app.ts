import * as build from "virtual:react-router/server-build";
import { RouterContextProvider, type ServerBuild, createRequestHandler } from "react-router";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { Portal } from "#operations/portal.ts";
import { type Wording, inLanguageOf, speakTheVisitorsLanguage } from "./language.ts";
import { addPageHeaders } from "./page-headers.ts";
import { type Visit, lastKnown, oncePerVisit, visitContext } from "./visit.ts";

type Web = (request: Request, info: { clientAddress: string }) => Promise<Response>;

type WebParts = Pick<Visit, "report" | "publicOrigin"> & {
  /** "spec": English in the specification's own wording. */
  wording: Wording;
};

/** The pages, as one function from request to answer. */
export function createWeb(portal: Portal, { report, publicOrigin, wording }: WebParts): Web {
  speakTheVisitorsLanguage();
  // The generated type says "undefined" where the handler's says "absent".
  const answer = createRequestHandler(build as ServerBuild, import.meta.env.MODE);
  const readSettings = lastKnown(() => currentSettings(portal));

  return (request, { clientAddress }) =>
    inLanguageOf(request, wording, async () => {
      if (asksForDataAlone(request)) return new Response(null, { status: 404 });
      const context = new RouterContextProvider();
      context.set(visitContext, { portal, clientAddress, publicOrigin, report, settings: oncePerVisit(readSettings) });
      return addPageHeaders(await answer(request, context), request);
    });
}

/** React Router would answer these for pages that hydrate; no page does, so nobody has a use for them. */
const asksForDataAlone = (request: Request) => new URL(request.url).pathname.endsWith(".data");
