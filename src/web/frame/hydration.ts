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
