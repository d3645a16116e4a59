import { type RouteKind, routeAt, routes } from "#server/routes.ts";
import type { PageRoute } from "#web/frame/page-routes.server.ts";

export type LiveRoutes = {
  /** As they are mounted, middleware too. */
  calls: readonly { method: string; path: string }[];
  pages: readonly Pick<PageRoute, "path" | "methods">[];
  /** The addresses of built files, and of those that are made of the settings. */
  files: readonly string[];
};

/** In words, all that the table of routes and the live routes do not have in common. */
export function differingRoutes({ calls, pages, files }: LiveRoutes): string[] {
  return [
    ...differing(
      ["call", "sign-in"],
      calls.filter(isNoMiddleware).map(({ method, path }) => `${method} ${path}`),
    ),
    ...differing(
      ["page"],
      pages.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)),
    ),
    ...files
      .filter((file) => routeAt(file).kind !== "file")
      .map((file) => `${file} is built, but no route leads there`),
    ...routes
      .filter(({ kind, path }) => kind === "file" && !path.includes(":") && !files.includes(path))
      .map(({ path }) => `GET ${path} has a policy, but nobody answers`),
  ];
}

/** Middleware before every route is no route. */
const isNoMiddleware = ({ method, path }: { method: string; path: string }) => method !== "ALL" || path !== "/*";

function differing(kinds: readonly RouteKind[], live: readonly string[]): string[] {
  const declared = routes
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ path, policies }) => Object.keys(policies).map((method) => `${method} ${path}`));
  return [
    ...live
      .filter((route) => !declared.includes(route))
      .map((route) => `${route} has no policy in src/server/routes.ts`),
    ...declared.filter((route) => !live.includes(route)).map((route) => `${route} has a policy, but nobody answers`),
  ];
}
