import { build } from "vite";
import { checks } from "./bundler-checks.ts";

/**
 * Packages that are not packed, because they have native code, load their own files or are CommonJS. Node resolves
 * them.
 */
const externalPackages = ["@hyzyla/pdfium", "harfbuzzjs", "nodemailer", "pg", "sharp", "vite"];

/**
 * What every start loads, in five files instead of sixty. Each file also has all that its module imports, apart from
 * what is in the file before it: a command that needs only the settings does not load the server.
 */
const loadedAtStart = [
  { name: "project-folder", test: /src\/server\/project-folder\.ts$/, priority: 5 },
  { name: "config", test: /src\/(config|cli\/usage-error)\.ts$/, priority: 4 },
  // A supervisor loads no site.
  { name: "supervise", test: /src\/cli\/supervise\/supervise\.ts$/, priority: 3 },
  { name: "portal", test: /src\/server\/open-portal\.ts$/, priority: 2 },
  { name: "start-site", test: /src\/cli\/start-site\.ts$/, priority: 1 },
];

/**
 * Packs the program with the built pages and the used code of its packages into a few files. They start faster and take
 * less memory than hundreds of modules with code that is mostly never called (decision 0011).
 */
export async function packProgram(outDir: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: externalPackages },
    build: {
      ssr: "src/main.ts",
      outDir,
      target: "esnext",
      minify: false,
      rolldownOptions: {
        checks,
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          codeSplitting: { groups: loadedAtStart },
          // Node keeps the source of a file in two bytes a character if one of its characters is not ASCII.
          charset: "ascii",
          // Node keeps the source text of everything that it loads. A quarter of it was comments on messages.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  });
}
