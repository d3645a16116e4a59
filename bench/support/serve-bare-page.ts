import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { type Served, serve } from "#test/support/processes/serve.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { pageServer } from "./page-of-components.tsx";

/**
 * Bundles page-of-components.tsx with React's production build, like the site's own pages, and serves one page from it.
 */
export async function serveBarePage(...page: Parameters<typeof pageServer>): Promise<Served> {
  await using folder = await temporaryFolder();
  await writeFile(path.join(folder.path, "package.json"), '{"type":"module"}');
  await symlink(path.resolve("node_modules"), path.join(folder.path, "node_modules"));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: { ssr: path.resolve("bench/support/page-of-components.tsx"), outDir: folder.path, emptyOutDir: false },
  });
  const bundled = (await import(pathToFileURL(path.join(folder.path, "page-of-components.js")).href)) as {
    pageServer: typeof pageServer;
  };
  return await serve(bundled.pageServer(...page));
}
