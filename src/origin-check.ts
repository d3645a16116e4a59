const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something. A browser says where a request comes from; only our own pages may, under the
 * public address or the one that the browser asked. Programs say nothing and carry no cookies that another site could
 * borrow.
 */
export function comesFromOurselves(method: string, headers: Headers, publicOrigin: string): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || origin === publicOrigin || URL.parse(origin)?.host === headers.get("host");
}
