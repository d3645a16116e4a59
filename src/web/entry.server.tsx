import { randomBytes } from "node:crypto";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from "react-router";
import { wantsHydration } from "./hydration.ts";
import { contentSecurityPolicy } from "./page-headers.ts";
import { visitContext } from "./visit.ts";

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  // A wrong method or address is the visitor's affair, and so is going away in the middle of a sentence.
  const isVisitors = request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500);
  if (!isVisitors) context.get(visitContext).report(error);
};

export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  return hydrates(page) ? hydratedPage(request, status, headers, page) : plainPage(request, status, headers, page);
}

const hydrates = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.some(({ route }) => wantsHydration(routeModules[route.id]?.handle));

function plainPage(request: Request, status: number, headers: Headers, page: EntryContext): Response {
  // Without scripts nobody reads the hand-off stream, and with it the render could not be synchronous.
  const { serverHandoffStream: _, ...context } = page;
  const html = renderToString(<ServerRouter context={context} url={request.url} />);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

async function hydratedPage(request: Request, status: number, headers: Headers, page: EntryContext): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  headers.set("Content-Security-Policy", contentSecurityPolicy({ nonce, foreignImages: true }));
  const body = await renderToReadableStream(<ServerRouter context={page} url={request.url} nonce={nonce} />, { nonce });
  await body.allReady;
  return new Response(body, { status, headers });
}
