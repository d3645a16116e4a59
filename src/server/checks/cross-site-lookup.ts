import { lookupPages } from "#core/records/lookup-pages.ts";
import type { Route } from "../routes.ts";

type RequestHead = { method: string; headers: Headers };

/**
 * True if a form on another site navigates a visitor to a lookup page, with a number in its body. The page only fills
 * the number in and looks nothing up (decision 0014). Requests of scripts and frames of other sites stay refused, and
 * so do requests for which the browser does not send all of these headers.
 */
export function isCrossSiteLookup({ method, headers }: RequestHead, { kind, path }: Route): boolean {
  const site = headers.get("sec-fetch-site");
  return (
    method === "POST" &&
    kind === "page" &&
    Object.hasOwn(lookupPages, path) &&
    (site === "cross-site" || site === "same-site") &&
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document"
  );
}
