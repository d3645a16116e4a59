import { type DoorKind, doorAt, doors } from "../src/doors.ts";
import type { PageRoute } from "../src/web/page-routes.ts";

export type LiveRoutes = {
  /** As they are mounted, middleware too. */
  calls: readonly { method: string; path: string }[];
  pages: readonly Pick<PageRoute, "path" | "methods">[];
  /** The addresses of built files, and of those that are made of the settings. */
  files: readonly string[];
};

/** In words, all that the table of doors and the live routes do not have in common. */
export function differingDoors({ calls, pages, files }: LiveRoutes): string[] {
  return [
    ...differing(
      ["call", "sign-in"],
      calls.filter(isNoMiddleware).map(({ method, path }) => `${method} ${path}`),
    ),
    ...differing(
      ["page"],
      pages.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)),
    ),
    ...files.filter((file) => doorAt(file).kind !== "file").map((file) => `${file} is built, but no door leads there`),
    ...doors
      .filter(({ kind, path }) => kind === "file" && !path.includes(":") && !files.includes(path))
      .map(({ path }) => `GET ${path} has a policy, but nobody answers`),
  ];
}

/** What stands before every door is no door. */
const isNoMiddleware = ({ method, path }: { method: string; path: string }) => method !== "ALL" || path !== "/*";

function differing(kinds: readonly DoorKind[], live: readonly string[]): string[] {
  const declared = doors
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ path, policies }) => Object.keys(policies).map((method) => `${method} ${path}`));
  return [
    ...live.filter((route) => !declared.includes(route)).map((route) => `${route} has no policy in src/doors.ts`),
    ...declared.filter((route) => !live.includes(route)).map((route) => `${route} has a policy, but nobody answers`),
  ];
}
