import { once } from "node:events";
import type { Server } from "node:http";
import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { temporaryFolder } from "./temporary-folder.ts";
import type { servePage } from "./page-of-components.tsx";

type Served = AsyncDisposable & { url: string };

/** Bundles page-of-components.tsx with React's production build, as the site's own pages are, and serves one page from it. */
export async function serveBarePage(...page: Parameters<typeof servePage>): Promise<Served> {
  const temporary = await temporaryFolder();
  const folder = temporary.path;
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: { ssr: path.resolve("bench/support/page-of-components.tsx"), outDir: folder, emptyOutDir: false },
  });
  const bundled = (await import(pathToFileURL(path.join(folder, "page-of-components.js")).href)) as {
    servePage: typeof servePage;
  };
  const server = bundled.servePage(...page);
  return { url: await listen(server), [Symbol.asyncDispose]: () => close(server, temporary) };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the bare server has no port");
  return `http://127.0.0.1:${address.port}/`;
}

async function close(server: Server, folder: AsyncDisposable): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  await folder[Symbol.asyncDispose]();
}
