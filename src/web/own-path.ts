/** The path if it leads to a page of this site, else the first page. */
export function ownPath(path: string): string {
  const base = "http://this.site.invalid";
  const url = URL.parse(path, base);
  return url?.origin === base && path.startsWith("/") && !url.pathname.startsWith("//") ? url.pathname : "/";
}
