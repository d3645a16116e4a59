import type { ServerBuild } from "react-router";

/** A page stays without scripts unless its route says `export const handle = { hydrate: true }`. */
export const wantsHydration = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === true;

/** Whether React runs in the browser on this page: its own route says so, or one around it. */
export function isHydrated(routes: ServerBuild["routes"], id: string): boolean {
  const route = routes[id];
  if (!route) return false;
  return wantsHydration(route.module.handle) || (route.parentId !== undefined && isHydrated(routes, route.parentId));
}

type Match = { handle: unknown };

/**
 * The form of a page whose fields stay typed when the language changes: the route says `export const handle = { typedForm: id }`,
 * always has such a form, and its action only shows the fields again when one called `language` comes with them.
 */
export const typedFormIn = (matches: readonly Match[]): string | undefined => matches.map(typedFormOf).find(Boolean);

function typedFormOf({ handle }: Match): string | undefined {
  const isNamed = typeof handle === "object" && handle !== null && "typedForm" in handle;
  return isNamed && typeof handle.typedForm === "string" ? handle.typedForm : undefined;
}

export const isOnlyAnotherLanguage = (form: URLSearchParams): boolean => form.has("language");
