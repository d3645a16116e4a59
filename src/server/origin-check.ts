import { isLoopback } from "./loopback.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something. A browser says where a request comes from, in one or two headers; only our own
 * pages may, whole in scheme, host and port. Programs say nothing and carry no cookies that another site could borrow.
 */
export function comesFromOurselves(method: string, headers: Headers, publicOrigin: string): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  // Who hides where they are says "null", and so do other sites' frames without an origin. Browsers tell them apart.
  if (origin === "null") return site === "same-origin";
  const host = headers.get("host");
  return origin === publicOrigin || (host !== null && isPlainLocal(publicOrigin) && origin === `http://${host}`);
}

/** Nobody said under which address browsers reach us, so that they come by any that leads here. */
function isPlainLocal(publicOrigin: string): boolean {
  const { protocol, hostname } = new URL(publicOrigin);
  return protocol === "http:" && isLoopback(hostname);
}
