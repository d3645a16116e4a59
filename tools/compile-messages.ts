import { rm } from "node:fs/promises";
import { compile } from "@inlang/paraglide-js";

const project = "./src/i18n/project.inlang";

/** Compiles messages/ to typed functions in compiled/. The development server's watcher uses the same options. */
export const messageOptions = {
  project,
  outdir: "./src/i18n/compiled",
  outputStructure: "message-modules",
  strategy: ["cookie", "preferredLanguage", "baseLocale"],
  cookieName: "language",
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  includeEslintDisableComment: false,
} satisfies Parameters<typeof compile>[0];

export async function compileMessages(): Promise<void> {
  await compile(messageOptions);
  // The compiler leaves notes for editors beside the settings; nothing here needs them.
  for (const note of ["README.md", ".gitignore", ".meta.json"]) await rm(`${project}/${note}`, { force: true });
}
