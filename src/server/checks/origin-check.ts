import { isLoopback } from "#core/web-address.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request that changes something comes from our own pages, the same in scheme, host and port. Browsers say so in one
 * or two headers. Programs send neither, and carry no cookies that another site could use.
 */
export function isSameOrigin(method: string, headers: Headers, publicOrigin: string): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  // Privacy settings make the origin "null", and so do sandboxed frames of other sites. Sec-Fetch-Site tells them apart.
  if (origin === "null") return site === "same-origin";
  const host = headers.get("host");
  return origin === publicOrigin || (host !== null && isPlainLocal(publicOrigin) && origin === `http://${host}`);
}

/** No public address is configured, so browsers may use any that reaches this machine. */
function isPlainLocal(publicOrigin: string): boolean {
  const { protocol, hostname } = new URL(publicOrigin);
  return protocol === "http:" && isLoopback(hostname);
}
