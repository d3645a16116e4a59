import { type Plugin, build } from "vite";

/**
 * Packages that are not packed, because they have native code, load their own files or are CommonJS. Node resolves
 * them.
 */
const externalPackages = ["@hyzyla/pdfium", "nodemailer", "pg", "pino", "sharp", "vite"];

/**
 * Packs the program with the built pages and the used code of its packages into a few files. They start faster and take
 * less memory than hundreds of modules with code that is mostly never called (decision 0011).
 */
export async function packProgram(outDir: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [escapeNonAscii],
    ssr: { noExternal: true, external: externalPackages },
    build: {
      ssr: "src/main.ts",
      outDir,
      target: "esnext",
      minify: false,
      // A warning about slow bundling would help nobody: the cause is a slow machine.
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // Node keeps the source text of everything that it loads. A quarter of it was comments on messages.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  });
}

/** Node keeps the source of a file in two bytes a character if one of its characters is not ASCII. */
const escapeNonAscii: Plugin = {
  name: "attestry:escape-non-ascii",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = escaped(file.code);
  },
};

const escaped = (code: string) =>
  code.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
