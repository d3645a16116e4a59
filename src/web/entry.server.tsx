import { randomBytes } from "node:crypto";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { type SiteOperator, SiteOperatorContext } from "./frame/site/site-operator.tsx";
import { wantsHydration } from "./frame/route-handle.ts";
import { contentSecurityPolicy } from "./frame/page-headers.server.ts";
import { visitContext } from "./frame/visit.server.ts";
import { siteOperator } from "./frame/site/site-facts.server.ts";

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  // A wrong method, a wrong address and a cancelled request are not server errors.
  const isVisitors = request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500);
  if (!isVisitors) context.get(visitContext).report(error);
};

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  visit: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (hydrates(page)) return hydratedPage(request, status, headers, page);
  return new Response(plainPage(request, page, await siteOperator(visit.get(visitContext))), { status, headers });
}

/** True if the page hydrates. The root's error page never does, because the scripts themselves may have failed. */
const hydrates = ({ staticHandlerContext: { matches, errors }, routeModules }: EntryContext) =>
  matches.some(({ route }) => wantsHydration(routeModules[route.id]?.handle)) && !Object.hasOwn(errors ?? {}, "root");

function plainPage(request: Request, page: EntryContext, operator: SiteOperator): string {
  // Without scripts nothing reads the hand-off stream, and rendering with it cannot be synchronous.
  const { serverHandoffStream: _, ...context } = page;
  const html = renderToString(
    <SiteOperatorContext value={operator}>
      <ServerRouter context={context} url={request.url} />
    </SiteOperatorContext>,
  );
  return `<!DOCTYPE html>${html}`;
}

async function hydratedPage(request: Request, status: number, headers: Headers, page: EntryContext): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  headers.set("Content-Security-Policy", contentSecurityPolicy({ nonce }));
  const body = await renderToReadableStream(<ServerRouter context={page} url={request.url} nonce={nonce} />, { nonce });
  await body.allReady;
  return new Response(body, { status, headers });
}
