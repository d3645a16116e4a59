import { lookupPages } from "#core/records/lookup-pages.ts";
import type { Route } from "./routes.ts";

type Asked = { method: string; headers: Headers };

/**
 * Whether a form on a page of another site leads somebody here, with a number in its body, as they look on: a whole page
 * is to come, and one on which numbers are looked up. Nothing is looked up for that (decision 0014). What scripts and
 * frames of other sites send stays refused, and so does what a browser does not say all of this of.
 */
export function isCrossSiteLookup({ method, headers }: Asked, { kind, path }: Route): boolean {
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
