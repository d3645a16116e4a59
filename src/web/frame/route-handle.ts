import type { ServerBuild } from "react-router";

/** True if the route exports `handle = { hydrate: true }`. All other pages have no React in the browser. */
export const wantsHydration = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === true;

/** True if React runs in the browser on this page, because its own route or a parent route asks for hydration. */
export function isHydrated(routes: ServerBuild["routes"], id: string): boolean {
  const route = routes[id];
  if (!route) return false;
  return wantsHydration(route.module.handle) || (route.parentId !== undefined && isHydrated(routes, route.parentId));
}

type Match = { handle: unknown };

/**
 * Returns the id of the form whose typed values stay when the language changes. The page's route exports
 * `handle = { typedForm: id }` and always renders this form. If a field `language` is present, the route's action only
 * shows the fields again.
 */
export const typedFormIn = (matches: readonly Match[]): string | undefined => matches.map(typedFormOf).find(Boolean);

function typedFormOf({ handle }: Match): string | undefined {
  const isNamed = typeof handle === "object" && handle !== null && "typedForm" in handle;
  return isNamed && typeof handle.typedForm === "string" ? handle.typedForm : undefined;
}

export const isOnlyAnotherLanguage = (form: URLSearchParams): boolean => form.has("language");
