import { mkdtempDisposable, readdir } from "node:fs/promises";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { routeOf } from "../../src/api/contract/call.ts";
import { lookupCalls } from "../../src/api/contract/record-calls.ts";
import { readConfig } from "#config";
import { openLog } from "#server/log.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { openPortal } from "#server/open-portal.ts";
import { mountRoutes } from "#server/mount-routes.ts";
import { type RouteKind, routeAt, routes } from "#server/routes.ts";
import type { PageRoute } from "#web/frame/page-routes.server.ts";

type LiveRoutes = {
  /** The calls as they are mounted, including middleware. */
  calls: readonly { method: string; path: string }[];
  pages: readonly Pick<PageRoute, "path" | "methods">[];
  /** The paths of built files, and of files made from the settings. */
  files: readonly string[];
};

/** Describes every difference between the table of routes and the live routes. */
function differingRoutes({ calls, pages, files }: LiveRoutes): string[] {
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

/** Middleware that runs before every route is no route. */
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

const built = join(import.meta.dirname, "../../build");

/** Every route of the build, read from the mounted routes and not from a list. */
async function liveRoutes(): Promise<LiveRoutes> {
  const { loadPages, siteFiles } = (await import(pathToFileURL(join(built, "server/app.js")).href)) as {
    loadPages: () => Promise<PageRoute[]>;
    siteFiles: readonly string[];
  };
  const names = await readdir(join(built, "client"), { recursive: true, withFileTypes: true });
  const builtFiles = names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join("/", relative(join(built, "client"), entry.parentPath), entry.name));
  return { calls: await mountedCalls(), pages: await loadPages(), files: [...builtFiles, ...siteFiles] };
}

/** Reads the mounted calls from a temporary, empty portal. */
async function mountedCalls(): Promise<LiveRoutes["calls"]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "attestry-routes-"));
  await using portal = await openPortal(readConfig({ DATA_DIR: folder.path }));
  using metrics = openMetrics(portal, "not asked for");
  const parts = {
    portal,
    pages: async () => new Response(),
    log: openLog("warn"),
    publicOrigin: portal.publicOrigin,
    trustedProxies: new BlockList(),
    uploadKey: "",
    metrics,
  };
  const lookupRoutes = Object.values(lookupCalls).map((call) => ({ method: "GET", path: routeOf(call) }));
  return [...mountRoutes(parts, () => false).routes, ...lookupRoutes];
}

test("every route has a policy and every policy a route, and each difference is found", async () => {
  const live = await liveRoutes();
  expect(differingRoutes(live)).toEqual([]);
  const calls = [...live.calls.filter(({ path }) => path !== "/jwt"), { method: "ALL", path: "/secret" }];
  const pages = [...live.pages, { path: "/dashboard/hidden", methods: ["GET" as const, "POST" as const] }];
  const files = [...live.files.filter((file) => file !== "/robots.txt"), "/left-over.zip"];
  expect(differingRoutes({ calls, pages, files }).toSorted()).toEqual(
    [
      "ALL /secret has no policy in src/server/routes.ts",
      "POST /jwt has a policy, but nobody answers",
      "GET /dashboard/hidden has no policy in src/server/routes.ts",
      "POST /dashboard/hidden has no policy in src/server/routes.ts",
      "/left-over.zip is built, but no route leads there",
      "GET /robots.txt has a policy, but nobody answers",
    ].toSorted(),
  );
});
