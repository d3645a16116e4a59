import type { Plugin } from "vite";

/**
 * Imports starting with `#` that Vite bundles. Node itself loads all other `#` imports, so that the server and the
 * pages share one copy of each module.
 */
const bundled = /^#(i18n|design|web)\//;

/** In development Vite would load a second copy of the server's modules, because `external` takes no pattern there. */
export const sharedWithServer = ({ isBuild }: { isBuild: boolean }): Plugin => ({
  name: "attestry:shared-with-server",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "ssr",
  resolveId(id) {
    if (!id.startsWith("#") || bundled.test(id)) return null;
    return { id: isBuild ? id : import.meta.resolve(id), external: true };
  },
});
