import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const asText = new URL("cjs/react-dom-server-legacy.node.production.js", import.meta.resolve("react-dom/package.json"));

/**
 * `react-dom/server` loads two renderers, one that makes text and one that makes streams. Only pages that hydrate are
 * streamed. Without the second one, a server that has only answered lookups starts sooner and takes less memory.
 */
export const reactAsText = ({ isBuild }: { isBuild: boolean }): Plugin => ({
  name: "attestry:react-as-text",
  enforce: "pre",
  applyToEnvironment: (environment) => isBuild && environment.name === "ssr",
  resolveId(id, importer) {
    const streams = importer?.endsWith("/entry.server.tsx") ?? false;
    return id === "react-dom/server" && !streams ? fileURLToPath(asText) : null;
  },
});
