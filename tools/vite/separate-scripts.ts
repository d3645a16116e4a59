import { type Plugin, build, type Rolldown } from "vite";
import { checks } from "../bundler-checks.ts";

type SeparateScript = {
  /** The module by which pages import the script. */
  module: string;
  source: string;
  exportedAs: string;
  /** A page loads a file by its address. The server sends a text, with a line of its own in front. */
  as: "file" | "text";
};

const scripts: readonly SeparateScript[] = [
  { module: "virtual:enhance", source: "src/web/enhance/enhance.ts", exportedAs: "enhanceScript", as: "file" },
  {
    module: "virtual:accounts-script",
    source: "src/web/account/script/script.ts",
    exportedAs: "accountsScript",
    as: "file",
  },
  {
    module: "virtual:check-script",
    source: "src/web/check/script/check-page.ts",
    exportedAs: "checkScript",
    as: "file",
  },
  { module: "virtual:shell-worker", source: "src/web/offline/worker.ts", exportedAs: "shellWorker", as: "text" },
  { module: "virtual:embed", source: "src/web/embed/embed.ts", exportedAs: "embedScript", as: "text" },
];

/** Bundles scripts for pages that do not hydrate, apart from React and its chunks, which Vite would make them share. */
export function separateScripts({ isBuild }: { isBuild: boolean }): Plugin {
  const bundles = new Map<SeparateScript, Promise<Bundle>>();
  const bundleOf = (script: SeparateScript) => {
    const bundle = bundles.get(script) ?? bundled(script);
    bundles.set(script, bundle);
    return bundle;
  };
  return {
    name: "attestry:separate-scripts",
    resolveId: (id) => (scripts.some(({ module }) => module === id) ? `\0${id}` : null),
    async load(id) {
      const script = scripts.find(({ module }) => `\0${module}` === id);
      if (!script) return null;
      if (script.as === "text") return exported(script, textOf(await bundleOf(script)));
      const files = isBuild ? await bundleOf(script) : [];
      const [address = script.source] = files.filter((file) => file.type === "chunk" && file.isEntry).map(nameOf);
      const addresses = files.map((file) => `/${nameOf(file)}`);
      return `${exported(script, `/${address}`)}\nexport const files = ${JSON.stringify(addresses)};`;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [script, bundle] of bundles) {
        if (script.as === "text") continue;
        for (const file of await bundle) {
          const source = file.type === "chunk" ? file.code : file.source;
          this.emitFile({ type: "asset", fileName: file.fileName, source });
        }
      }
    },
  };
}

type Bundle = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];

const nameOf = ({ fileName }: { fileName: string }) => fileName;

const exported = ({ exportedAs }: SeparateScript, value: string) =>
  `export const ${exportedAs} = ${JSON.stringify(value)};`;

const names = "assets/[name]-[hash].js";

/** Returns the script, and the chunks that it loads later on demand. A text is one chunk. */
async function bundled({ source, as }: SeparateScript): Promise<Bundle> {
  const output = as === "text" ? ({ format: "iife" } as const) : { entryFileNames: names, chunkFileNames: names };
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: source, checks, output },
    },
  });
  return "output" in result ? result.output : [];
}

function textOf([script]: Bundle): string {
  if (script?.type !== "chunk") throw new Error("the script was not bundled");
  return script.code.trim();
}
