import { build } from "vite";

/** Native code, and packages that load files of their own or are CommonJS: Node finds them where they are. */
const leftWhereTheyAre = ["@hyzyla/pdfium", "nodemailer", "pg", "pino", "sharp", "vite"];

/**
 * The program with the built pages and what it uses of its packages, in a few files. It starts sooner and takes less
 * memory than hundreds of modules of which most is never called (decision 0011).
 */
export async function packProgram(outDir: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: leftWhereTheyAre },
    build: {
      ssr: "src/main.ts",
      outDir,
      target: "esnext",
      minify: false,
      // A slow machine is no fault that anybody could mend.
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // Node keeps the text of all that it loads; a quarter of it was comments on messages.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  });
}
