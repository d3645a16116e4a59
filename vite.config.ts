import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { checks } from "./tools/bundler-checks.ts";
import { watcherOptions } from "./tools/compile-messages.ts";
import { fontsAndIcons } from "./tools/vite/fonts-and-icons.ts";
import { reactAsText } from "./tools/vite/react-as-text.ts";
import { reloadPages } from "./tools/vite/reload-pages.ts";
import { separateScripts } from "./tools/vite/separate-scripts.ts";
import { sharedWithServer } from "./tools/vite/shared-with-server.ts";

/**
 * Chunks of the dashboard: one for React, one for the frame of every page, one for modules that at least five pages
 * share, without QR codes, records, uploads and the long words of settings, which fewer pages show. On a slow connection,
 * hundreds of small files load late.
 */
const dashboardChunks = {
  groups: [
    { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
    { name: "frame", test: /web\/(root|dashboard\/layout\/dashboard-layout)|core\/office-clock/, priority: 2 },
    {
      name: "office",
      test: /web\/(dashboard|design)\/(?!qr-code|uploads|records?[-/]|settings\/(settings-question|feature-words|own-field-words))/,
      minShareCount: 5,
      priority: 1,
    },
    // After the office, whose modules it needs: a group takes what its modules import along.
    { name: "records", test: /web\/dashboard\/records?[-/]/, minShareCount: 5 },
    { name: "uploads", test: /web\/dashboard\/uploads\//, minShareCount: 5 },
  ],
};

/** React Router leaves this condition out unless its adapter for Node is a dependency. Nothing here uses the adapter. */
const forNode = { conditions: ["node"], externalConditions: ["node"] };

export default defineConfig(({ command }) => {
  const isBuild = command === "build";
  return {
    plugins: [
      isBuild ? null : paraglideVitePlugin(watcherOptions),
      sharedWithServer({ isBuild }),
      reactAsText({ isBuild }),
      fontsAndIcons,
      separateScripts({ isBuild }),
      reloadPages,
      tailwindcss(),
      reactRouter(),
    ],
    build: { assetsInlineLimit: 0, rolldownOptions: { checks } },
    environments: {
      client: {
        // Zod would try whether a page may compile text. The policy of pages forbids it, and browsers report each try.
        define: isBuild ? { "globalThis.__zod_globalConfig": JSON.stringify({ jitless: true }) } : {},
        build: { rolldownOptions: { output: { codeSplitting: dashboardChunks } } },
      },
      ssr: {
        // One file that contains everything starts fastest. `define` always selects React's production build, whatever
        // NODE_ENV is at run time.
        resolve: { ...forNode, ...(isBuild && { noExternal: true, external: ["zod"] }) },
        define: isBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
        build: { rolldownOptions: { input: "src/web/app.server.ts" } },
      },
    },
  };
});
