import type { ServerBuild } from "react-router";
import { isHydrated } from "./route-handle.ts";

export type PageRoute = { path: string; methods: readonly ("GET" | "POST")[]; hydrates: boolean };

/** Returns every built page: its path, its methods (by its module's exports), and whether it hydrates. */
export function pageRoutes(routes: ServerBuild["routes"]): PageRoute[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return "";
    return `${pathOf(route.parentId)}/${route.path ?? ""}`.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
  };
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ id, path, index }) => id !== "root" && (path !== undefined || index === true))
    .map(({ id, module }) => ({
      path: pathOf(id),
      methods: [
        ...(module.default || module.loader ? ["GET" as const] : []),
        ...(module.action ? ["POST" as const] : []),
      ],
      hydrates: isHydrated(routes, id),
    }));
}
