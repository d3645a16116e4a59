import { pages } from "../pages.ts";

/** Where somebody was going before they had to sign in; "" if nowhere. Never another site. */
export function returnAddress(given: string | null | undefined): string {
  const address = given ? ownAddress(given) : "";
  const isLastStep = address.startsWith(`${pages.signedIn.path}?`);
  return isLastStep ? returnAddress(new URLSearchParams(address.slice(address.indexOf("?"))).get("from")) : address;
}

export const returnAddressOf = (request: Request): string =>
  returnAddress(new URL(request.url).searchParams.get("from"));

export const leadingTo = (page: string, from: string): string =>
  from ? `${page}?${new URLSearchParams({ from }).toString()}` : page;

/** What was sent to a page cannot be sent again from here, so the way back is to the page with its form. */
export const signInFor = ({ pathname, search }: URL): string => leadingTo(pages.login.path, pathname + search);

/** Where sign-ins end that no form of ours began. `isWindow`: in a window that is to be closed then. */
export const signedInAt = (from: string, isWindow: boolean): string =>
  `${pages.signedIn.path}?${new URLSearchParams({ ...(isWindow && { window: "google" }), ...(from && { from }) }).toString()}`;

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
