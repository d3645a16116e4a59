import { existsSync } from "node:fs";
import type { MiddlewareHandler } from "hono";
import { StartRefused } from "#core/errors.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Config } from "#config";
import { inProject } from "./project-folder.ts";
import type { Pages } from "./mount-routes.ts";
import type { ServerParts } from "./server.ts";
import { staticFiles } from "./static-files.ts";

export type OpenPages = AsyncDisposable & {
  pages: Pages;
  files?: MiddlewareHandler;
  before?: NonNullable<ServerParts["before"]>;
};

/** The module that the bundler makes from src/web/app.server.ts. */
type WebModule = {
  createWeb: (portal: Portal, parts: PageParts) => Pages;
};

type PageParts = { report: (error: unknown) => void; wording: Config["WORDING"]; keepsShell: boolean };
type Options = PageParts & { dev: boolean };

/** Opens the built pages. In development it opens the sources, which are bundled again when they change. */
export async function openPages(portal: Portal, { dev, ...parts }: Options): Promise<OpenPages> {
  return dev ? developedPages(portal, parts) : builtPages(portal, parts);
}

async function builtPages(portal: Portal, parts: PageParts): Promise<OpenPages> {
  if (!existsSync(inProject("build/server/app.js"))) {
    throw new StartRefused("The pages are not built yet. Run npm run build first.");
  }
  const { createWeb } = (await import("#pages")) as WebModule;
  return {
    pages: createWeb(portal, parts),
    files: await staticFiles(inProject("build/client")),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function developedPages(portal: Portal, parts: PageParts): Promise<OpenPages> {
  const { createServer } = await import("vite");
  const vite = await createServer({ appType: "custom", server: { middlewareMode: true } });
  return {
    pages: async (request, visitor) => {
      const { createWeb } = (await vite.ssrLoadModule("/src/web/app.server.ts")) as WebModule;
      return createWeb(portal, parts)(request, visitor);
    },
    before: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    [Symbol.asyncDispose]: () => vite.close(),
  };
}
