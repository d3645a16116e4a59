import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { type Plugin, build, defineConfig } from "vite";
import { messageOptions } from "./src/i18n/compile-messages.ts";
import { makeFonts } from "./tools/make-fonts.ts";

/** Everything under `#` but these is run by Node itself, so that server and pages share one copy of each module. */
const bundled = /^#(i18n|ui|web)\//;

function sharedWithServer(isBuild: boolean): Plugin {
  return {
    name: "attestry:shared-with-server",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "ssr",
    resolveId(id) {
      if (!id.startsWith("#") || bundled.test(id)) return null;
      return { id: isBuild ? id : import.meta.resolve(id), external: true };
    },
  };
}

/** Pages without React in the browser can only be loaded anew. */
function reloadPages(): Plugin {
  return {
    name: "attestry:reload-pages",
    apply: "serve",
    hotUpdate({ modules, server }) {
      if (this.environment.name === "ssr" && modules.length > 0) server.ws.send({ type: "full-reload" });
    },
  };
}

const fonts: Plugin = { name: "attestry:fonts", buildStart: makeFonts };

const script = { module: "virtual:enhance", source: "src/web/enhance.ts" };

/** Bundles the public pages' script by itself, away from React's chunks, and tells the pages its address. */
function enhanceScript(isBuild: boolean): Plugin {
  let bundle: ReturnType<typeof bundleScript> | undefined;
  return {
    name: "attestry:enhance-script",
    resolveId: (id) => (id === script.module ? `\0${script.module}` : null),
    async load(id) {
      if (id !== `\0${script.module}`) return null;
      bundle ??= isBuild ? bundleScript() : undefined;
      const address = bundle
        ? (await bundle).find((file) => file.type === "chunk" && file.isEntry)?.fileName
        : script.source;
      return `export const enhanceScript = ${JSON.stringify(`/${address}`)};`;
    },
    async generateBundle() {
      if (this.environment.name !== "client" || !bundle) return;
      for (const file of await bundle) {
        const source = file.type === "chunk" ? file.code : file.source;
        this.emitFile({ type: "asset", fileName: file.fileName, source });
      }
    },
  };
}

/** The script that every visitor gets, and what it fetches when somebody reaches for it. */
async function bundleScript() {
  const names = "assets/[name]-[hash].js";
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: script.source, output: { entryFileNames: names, chunkFileNames: names } },
    },
  });
  return "output" in result ? result.output : [];
}

export default defineConfig(({ command }) => {
  const isBuild = command === "build";
  return {
    plugins: [
      isBuild ? null : paraglideVitePlugin(messageOptions),
      sharedWithServer(isBuild),
      fonts,
      enhanceScript(isBuild),
      reloadPages(),
      tailwindcss(),
      reactRouter(),
    ],
    build: { assetsInlineLimit: 0 },
    environments: {
      ssr: {
        // One file with everything in it starts fastest, and React's production build is in it whatever the environment says.
        resolve: isBuild ? { noExternal: true } : {},
        define: isBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
        build: { rolldownOptions: { input: "src/web/app.ts" } },
      },
    },
  };
});
