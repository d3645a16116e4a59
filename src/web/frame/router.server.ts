import * as build from "virtual:react-router/server-build";
import { RouterContextProvider, type ServerBuild, createRequestHandler } from "react-router";
import { forScript } from "./in-place.server.ts";
import { clearShownFlash } from "./flash/flash-cookie.server.ts";
import { addPageHeaders } from "./page-headers.server.ts";
import { pageRoutes } from "./page-routes.server.ts";
import { type Visit, visitContext } from "./visit.server.ts";

export const routedPages = pageRoutes(build.routes);

const hydratedPages = new Set(routedPages.filter(({ hydrates }) => hydrates).map(({ path }) => path));

export const isHydratedPage = (page: string): boolean => hydratedPages.has(page);

// In the generated type some properties may be `undefined`. In the handler's type they may only be absent.
const answer = createRequestHandler(build as ServerBuild, import.meta.env.MODE);

export async function answerRoute(request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  const response = await answer(request, context);
  for (const [name, value] of visit.answerHeaders) response.headers.set(name, value);
  clearShownFlash(request, response);
  return addPageHeaders(forScript(request, response) ?? response, request);
}
