import type { Plugin } from "vite";

/** Reloads the whole page after a change. Vite updates only pages with React in the browser. */
export const reloadPages: Plugin = {
  name: "attestry:reload-pages",
  apply: "serve",
  hotUpdate({ modules, server }) {
    if (this.environment.name === "ssr" && modules.length > 0) server.ws.send({ type: "full-reload" });
  },
};
