import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { type Plugin, build, defineConfig } from "vite";
import { addedLanguages } from "./src/core/settings/languages.ts";
import { catalogVersions } from "./tools/catalog-versions.ts";
import { messageOptions } from "./tools/compile-messages.ts";
import { makeFonts } from "./tools/make-fonts.ts";
import { iconsByUsualName, makeIcons } from "./tools/make-icons.ts";

/**
 * Imports starting with `#` that Vite bundles. Node itself loads all other `#` imports, so that the server and the
 * pages share one copy of each module.
 */
const bundled = /^#(i18n|design|web)\//;

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

/** Reloads the whole page after a change. Pages without React in the browser have no hot updates. */
function reloadPages(): Plugin {
  return {
    name: "attestry:reload-pages",
    apply: "serve",
    hotUpdate({ modules, server }) {
      if (this.environment.name === "ssr" && modules.length > 0) server.ws.send({ type: "full-reload" });
    },
  };
}

const compiledMessage = /\/i18n\/compiled\/messages\/\w+\.js$/;

/**
 * Removes the messages of added languages from the browser's bundle. Pages that hydrate exist only in the site's own
 * languages.
 */
const ownLanguagesOnly: Plugin = {
  name: "attestry:own-languages-only",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: compiledMessage },
    handler: (code) => code.replaceAll(otherLanguages, ""),
  },
};

const otherLanguages = new RegExp(`\\n\\s*if \\(locale === "(?:${addedLanguages.join("|")})"\\) return [^\\n]+`, "g");

/**
 * A message without a translation falls back to English. Removes the alias and the branch that the compiler generates
 * for each such language, because they change nothing.
 */
const translatedOnly: Plugin = {
  name: "attestry:translated-only",
  transform: {
    filter: { id: compiledMessage },
    handler(code) {
      const aliases = [...code.matchAll(aliasOfEnglish)].map(([, name]) => name);
      if (aliases.length === 0) return null;
      const branches = new RegExp(`\\n\\s*if \\(locale === "[^"]+"\\) return (?:${aliases.join("|")})\\(.*`, "g");
      return code.replaceAll(aliasOfEnglish, "").replaceAll(branches, "");
    },
  },
};

const aliasOfEnglish = /\nconst (\w+) = en_\w+;/g;

const fonts: Plugin = { name: "attestry:fonts", buildStart: makeFonts };
const icons: Plugin = {
  name: "attestry:icons",
  buildStart: makeIcons,
  async generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [fileName, source] of Object.entries(await iconsByUsualName()))
      this.emitFile({ type: "asset", fileName, source });
  },
};

type PageScript = { module: string; source: string; exportedAs: string };

const enhance: PageScript = {
  module: "virtual:enhance",
  source: "src/web/enhance/enhance.ts",
  exportedAs: "enhanceScript",
};
const accounts: PageScript = {
  module: "virtual:accounts-script",
  source: "src/web/account/script/script.ts",
  exportedAs: "accountsScript",
};
const check: PageScript = {
  module: "virtual:check-script",
  source: "src/web/check/script/check-page.ts",
  exportedAs: "checkScript",
};

/** Turns off the bundler's warning about slow builds: on a slow machine nobody can fix it. */
const checks = { bundlerTimings: false };

/** Bundles a script for pages that do not hydrate, separately from React's chunks. Exports its address to the pages. */
function pageScript({ module, source, exportedAs }: PageScript, isBuild: boolean): Plugin {
  let bundle: ReturnType<typeof bundleScript> | undefined;
  return {
    name: `attestry:script:${module}`,
    resolveId: (id) => (id === module ? `\0${module}` : null),
    async load(id) {
      if (id !== `\0${module}`) return null;
      bundle ??= isBuild ? bundleScript(source) : undefined;
      const files = bundle ? await bundle : [];
      const [address = source] = files.filter((file) => file.type === "chunk" && file.isEntry).map(nameOf);
      return [
        `export const ${exportedAs} = ${JSON.stringify(`/${address}`)};`,
        `export const files = ${JSON.stringify(files.map((file) => `/${nameOf(file)}`))};`,
      ].join("\n");
    },
    async generateBundle() {
      if (this.environment.name !== "client" || !bundle) return;
      for (const file of await bundle) {
        const content = file.type === "chunk" ? file.code : file.source;
        this.emitFile({ type: "asset", fileName: file.fileName, source: content });
      }
    },
  };
}

const nameOf = ({ fileName }: { fileName: string }) => fileName;

/** Returns the script that a page loads, and the chunks that the script loads later on demand. */
async function bundleScript(source: string) {
  const names = "assets/[name]-[hash].js";
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: source, checks, output: { entryFileNames: names, chunkFileNames: names } },
    },
  });
  return "output" in result ? result.output : [];
}

const shellWorker: PageScript = {
  module: "virtual:shell-worker",
  source: "src/web/offline/worker.ts",
  exportedAs: "shellWorker",
};
const embed: PageScript = { module: "virtual:embed", source: "src/web/embed/embed.ts", exportedAs: "embedScript" };

/** Bundles a script into one text. The server sends this text with a line of its own in front. */
function scriptText({ module, source, exportedAs }: PageScript): Plugin {
  let text: Promise<string> | undefined;
  return {
    name: `attestry:text:${module}`,
    resolveId: (id) => (id === module ? `\0${module}` : null),
    async load(id) {
      if (id !== `\0${module}`) return null;
      text ??= bundleText(source);
      return `export const ${exportedAs} = ${JSON.stringify(await text)};`;
    },
  };
}

async function bundleText(source: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: { write: false, rolldownOptions: { input: source, checks, output: { format: "iife" } } },
  });
  const [script] = "output" in result ? result.output : [];
  if (!script) throw new Error(`${source} was not bundled`);
  return script.code.trim();
}

/**
 * Chunks of the dashboard: one for React, one for the frame of every page, one for modules that at least five pages
 * share. On a slow connection, hundreds of small files load late.
 */
const dashboardChunks = {
  groups: [
    { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
    { name: "frame", test: /web\/(root|dashboard\/frame\/dashboard-layout)/, priority: 2 },
    { name: "office", test: /web\/(dashboard|design)\//, minShareCount: 5 },
  ],
};

export default defineConfig(({ command }) => {
  const isBuild = command === "build";
  return {
    plugins: [
      isBuild ? null : paraglideVitePlugin(messageOptions),
      sharedWithServer(isBuild),
      ownLanguagesOnly,
      translatedOnly,
      catalogVersions,
      fonts,
      icons,
      pageScript(enhance, isBuild),
      pageScript(accounts, isBuild),
      pageScript(check, isBuild),
      scriptText(shellWorker),
      scriptText(embed),
      reloadPages(),
      tailwindcss(),
      reactRouter(),
    ],
    build: { assetsInlineLimit: 0, rolldownOptions: { checks } },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: dashboardChunks } } } },
      ssr: {
        // One file that contains everything starts fastest. `define` always selects React's production build, whatever
        // NODE_ENV is at run time.
        resolve: isBuild ? { noExternal: true } : {},
        define: isBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
        build: { rolldownOptions: { input: "src/web/app.server.ts" } },
      },
    },
  };
});
