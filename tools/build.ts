// Builds what Node cannot run directly: pages and styles. Also packs the program. With `--messages`, compiles the messages
// instead, which all else needs; with `--types`, makes the types of routes, which the type checker and knip need.
import { execFile } from "node:child_process";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createBuilder } from "vite";
import { compileMessages } from "./compile-messages.ts";
import { packProgram } from "./pack-program.ts";

const root = path.join(import.meta.dirname, "..");
const clientFolder = "build/client";

async function makeRouteTypes() {
  const program = "node_modules/@react-router/dev/dist/cli/index.js";
  await promisify(execFile)(process.execPath, [program, "typegen"], { cwd: root });
}

async function buildPages() {
  process.env["NODE_ENV"] = "production";
  const builder = await createBuilder({ root, logLevel: "warn" });
  await builder.buildApp();
}

/** Writes brotli and gzip copies of each text, as small as possible: they are made once and sent often. */
async function compressTexts() {
  const files = await readdir(clientFolder, { recursive: true });
  const texts = files.filter((file) => /\.(js|css|svg|txt|json|wasm)$/.test(file));
  await Promise.all(texts.map((file) => compressText(path.join(clientFolder, file))));
}

async function compressText(file: string) {
  const text = await readFile(file);
  const [asBrotli, asGzip] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await writeFile(`${file}.br`, asBrotli);
  await writeFile(`${file}.gz`, asGzip);
}

async function buildProgram() {
  await buildPages();
  await Promise.all([compressTexts(), packProgram("build/program")]);
}

process.chdir(root);
const parts = { "": buildProgram, "--messages": compileMessages, "--types": makeRouteTypes };
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
const [, , part = ""] = process.argv;
if (!isPart(part)) throw new Error(`There is no ${part}, only --messages and --types`);
await parts[part]();
