import { mkdtemp, readdir, rm } from "node:fs/promises";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { lookupRoutes } from "../src/api/lookups/lookup-request.ts";
import { readConfig } from "../src/config.ts";
import { openLog } from "#server/log.ts";
import { openPortal } from "#server/open-portal.ts";
import { mountRoutes } from "#server/mount-routes.ts";
import type { PageRoute } from "#web/frame/page-routes.server.ts";
import type { LiveRoutes } from "./compare-routes.ts";

const built = path.join(import.meta.dirname, "../build");

type BuiltPages = { pages: PageRoute[]; siteFiles: readonly string[] };

/** Every route of what was built: read from the doors as they are mounted, not from what somebody wrote about them. */
export async function liveRoutes(): Promise<LiveRoutes> {
  const { pages, siteFiles } = (await import(pathToFileURL(path.join(built, "server/app.js")).href)) as BuiltPages;
  const names = await readdir(path.join(built, "client"), { recursive: true, withFileTypes: true });
  const builtFiles = names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.join("/", path.relative(path.join(built, "client"), entry.parentPath), entry.name));
  return { calls: await mountedCalls(), pages, files: [...builtFiles, ...siteFiles] };
}

/** From a portal of nobody's, in a folder that is removed. */
async function mountedCalls(): Promise<LiveRoutes["calls"]> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-build-"));
  try {
    await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
    const parts = {
      portal,
      pages: async () => new Response(),
      log: openLog("warn"),
      publicOrigin: portal.publicOrigin,
      trustedProxies: new BlockList(),
      uploadKey: "",
    };
    return [...mountRoutes(parts, new AbortController().signal).routes, ...lookupRoutes];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
