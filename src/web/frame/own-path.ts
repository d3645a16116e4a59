/** The path, with what it asks for after the question mark, if it leads to a page of this site; else the first page. */
export function ownAddress(address: string): string {
  const url = ownUrl(address);
  return url ? url.pathname + url.search : "/";
}

function ownUrl(path: string): URL | null {
  const base = "http://this.site.invalid";
  const url = URL.parse(path, base);
  return url?.origin === base && path.startsWith("/") && !url.pathname.startsWith("//") ? url : null;
}
