import type { MiddlewareFunction } from "react-router";
import { cookieLine, endedCookieLine, stepCookie } from "#auth/cookies.ts";
import { readCookies } from "#core/read-cookies.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import type { RouteArgs } from "./account-step.server.ts";

type Purpose = Parameters<Visit["portal"]["accounts"]["linkHolds"]>[0];

/**
 * How long a page of a mailed link can be reloaded. Its form contains the token, so it can be sent later, too. On a shared
 * computer the token should not wait for the next person.
 */
const keptSeconds = 15 * 60;

/** Each page has its own cookie. */
const linkCookie = ({ portal, page }: Visit) => stepCookie(portal.publicOrigin, `link${page.replaceAll("/", "-")}`);

const written = /^[\w-]{1,2000}$/;

/**
 * Leads on from the address in a mail to the page without the token. So no history, bookmark or other site learns the
 * token. It waits in a cookie. Nothing is used up, because mail scanners open links, too.
 */
export const openMailedLink: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const token = url.searchParams.get("token");
  const visit = context.get(visitContext);
  const { publicOrigin } = visit.portal;
  if (token === null || request.method === "POST") {
    const response = await next();
    // The form has used the token up. A form that comes back, or that can be sent again, needs it.
    if (request.method === "POST" && response.headers.has("Location"))
      response.headers.append("Set-Cookie", endedCookieLine(publicOrigin, linkCookie(visit)));
    return response;
  }
  const kept = written.test(token) ? token : "";
  return redirectWithReload(visit.page, { cookies: [cookieLine(publicOrigin, linkCookie(visit), kept, keptSeconds)] });
};

/** Returns the token of the link that this browser has opened. The page's form contains it from then on. */
export const openedToken = (visit: Visit): string =>
  readCookies(visit.caller.headers.get("cookie")).get(linkCookie(visit)) ?? "";

/** The token in the address to which a mail program posts. */
export const postedToken = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

/** Returns the token of the opened link, or "" if the link has ended: then the page shows no form. */
export async function validTokenIn({ context }: RouteArgs, purpose: Purpose) {
  const visit = context.get(visitContext);
  const token = openedToken(visit);
  const holds = await orErrorPage(visit, () => visit.portal.accounts.linkHolds(purpose, token));
  return { token: holds ? token : "", isForgotten: token === "" };
}
