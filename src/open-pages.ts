import { existsSync } from "node:fs";
import type { MiddlewareHandler } from "hono";
import { StartRefused } from "#core/errors.ts";
import type { Portal } from "#operations/portal.ts";
import { inProject } from "./project-folder.ts";
import type { Pages, ServerParts } from "./server.ts";
import { staticFiles } from "./static-files.ts";

export type OpenPages = AsyncDisposable & {
  pages: Pages;
  files?: MiddlewareHandler;
  before?: NonNullable<ServerParts["before"]>;
};

/** What the bundler makes of src/web/app.ts. */
type WebModule = {
  createWeb: (portal: Portal, tools: { report: (error: unknown) => void }) => Pages;
};

type Wishes = { dev: boolean; report: (error: unknown) => void };

/** The built pages; in development the sources, bundled anew as they change. */
export async function openPages(portal: Portal, { dev, report }: Wishes): Promise<OpenPages> {
  return dev ? developedPages(portal, report) : builtPages(portal, report);
}

async function builtPages(portal: Portal, report: Wishes["report"]): Promise<OpenPages> {
  if (!existsSync(inProject("build/server/app.js"))) {
    throw new StartRefused("The pages are not built yet: run npm run build first.");
  }
  const { createWeb } = (await import("#pages")) as WebModule;
  return {
    pages: createWeb(portal, { report }),
    files: await staticFiles(inProject("build/client")),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function developedPages(portal: Portal, report: Wishes["report"]): Promise<OpenPages> {
  const { createServer } = await import("vite");
  const vite = await createServer({ appType: "custom", server: { middlewareMode: true } });
  return {
    pages: async (request, visitor) => {
      const { createWeb } = (await vite.ssrLoadModule("/src/web/app.ts")) as WebModule;
      return createWeb(portal, { report })(request, visitor);
    },
    before: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    [Symbol.asyncDispose]: () => vite.close(),
  };
}
