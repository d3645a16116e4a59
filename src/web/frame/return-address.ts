import { pages } from "../pages.ts";

/** Returns the page that the user wanted before sign-in, or "" without one. Never returns another site. */
export function returnAddress(given: string | null | undefined): string {
  const address = given ? ownAddress(given) : "";
  const isLastStep = address.startsWith(`${pages.signedIn.path}?`);
  return isLastStep ? returnAddress(new URLSearchParams(address.slice(address.indexOf("?"))).get("from")) : address;
}

export const returnAddressOf = (request: Request): string =>
  returnAddress(new URL(request.url).searchParams.get("from"));

export const withReturnAddress = (page: string, from: string): string =>
  from ? `${page}?${new URLSearchParams({ from }).toString()}` : page;

/** Returns the sign-in page that leads back to `url`. If `url` received a form, the way back shows the form's page. */
export const signInFor = ({ pathname, search }: URL): string => withReturnAddress(pages.login.path, pathname + search);

/** Returns the page where sign-ins with a provider or a passkey end. `isWindow`: the page then closes its window. */
export const signedInAddress = (from: string, isWindow: boolean): string =>
  `${pages.signedIn.path}?${new URLSearchParams({ ...(isWindow && { window: "provider" }), ...(from && { from }) }).toString()}`;

/** Returns the path and the query if the address leads to this site, otherwise the first page. */
export function ownAddress(address: string): string {
  const url = ownUrl(address);
  return url ? url.pathname + url.search : "/";
}

function ownUrl(path: string): URL | null {
  const base = "http://this.site.invalid";
  const url = URL.parse(path, base);
  return url?.origin === base && path.startsWith("/") && !url.pathname.startsWith("//") ? url : null;
}
