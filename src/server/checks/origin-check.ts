import { isLoopback } from "#core/web-address.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True unless a request that changes something comes from another site: our own pages have the same scheme, host and
 * port. Browsers send one or two headers that show this. Programs send neither, and have no cookies that another site
 * could use.
 */
export function isSameOrigin(method: string, headers: Headers, publicOrigin: string): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  // The origin is "null" with some privacy settings, and in sandboxed frames of other sites. Sec-Fetch-Site tells them
  // apart.
  if (origin === "null") return site === "same-origin";
  const host = headers.get("host");
  return origin === publicOrigin || (host !== null && isPlainLocal(publicOrigin) && origin === `http://${host}`);
}

/** True if no public address is configured: browsers may then use any address that reaches this machine. */
function isPlainLocal(publicOrigin: string): boolean {
  const { protocol, hostname } = new URL(publicOrigin);
  return protocol === "http:" && isLoopback(hostname);
}
