// Provides what a task needs (Node, packages, build) and starts the task. Runs on Node 18 and without packages.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, forgetMessages, hasMessages, hasMessagesToBuild, isBuilt, makeMessages } from "./ready/build.mjs";
import { runChild } from "./ready/child.mjs";
import { whileAlone } from "./ready/lock.mjs";
import { hasPackages, installPackages } from "./ready/packages.mjs";
import { Refusal } from "./ready/refusal.mjs";
import { bringRuntime, findRuntime, refuseWithoutLibrary } from "./ready/runtime.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

// By default, Node lets new objects fill 64 MB before it collects garbage, and old ones grow to four times what is in use.
// This program does not need that much (decisions 0011 and 0111).
const packed = ["--max-semi-space-size=8", "--max-old-space-size=1024", "build/program/main.js"];

// Commands start in the project folder. File names that a user types are relative to INIT_CWD, which npm may have set
// already.
process.env.INIT_CWD ??= process.cwd();

const tasks = {
  demo: { built: true, script: [...packed, "demo"] },
  start: { built: true, script: [...packed, "start"] },
  dev: { messages: true, script: [...watchingServer(), "src/main.ts", "start", "--dev"] },
  install: {},
  build: { built: true },
  check: { messages: true, script: ["tools/test.ts", "--fast"] },
  test: { messages: true, script: ["tools/test.ts"] },
  bench: { built: true, script: ["bench/run.ts"] },
  faults: { built: true, script: ["test/faults/run.ts"] },
  decade: { messages: true, script: ["test/decade/run.ts"] },
  fuzz: { script: ["test/fuzz/run.ts"] },
  mutants: { messages: true, script: ["tools/mutants.ts"] },
  lighthouse: { built: true, script: ["tools/lighthouse.ts"] },
  interop: { messages: true, script: ["tools/interop.ts"] },
  docs: { script: ["tools/docs.ts"] },
  release: { script: ["tools/release.ts"] },
  containers: { script: ["tools/containers.ts"] },
  installs: { script: ["tools/installs.ts"] },
  links: { messages: true, script: ["tools/links.ts"] },
  screenshots: { built: true, script: ["tools/screenshots.ts"] },
  attestry: { messages: true, script: ["src/main.ts"] },
  run: {},
};

const readOnly = `${root} is on a read-only disk, and Node, packages or the build are missing there: run "npm run build" once where it can be written to.`;
const notOwner = (error) => `${error.message}: run this as the owner of ${root}.`;
const notWritable = { EROFS: () => readOnly, EACCES: notOwner, EPERM: notOwner };
const ownFolder = path.join(root, ".runtime");

/** With this code, the loader ends a program that lacks a library. */
const notLoaded = 127;

/** The bundler reloads pages. Node restarts when other sources have changed. */
function watchingServer() {
  const ofPages = new Set(["web", "i18n"]);
  const ofServer = fs.readdirSync(path.join(root, "src")).filter((name) => !ofPages.has(name));
  const watched = ["packages", ...ofServer.map((name) => path.join("src", name))];
  return ["--watch-preserve-output", ...watched.map((name) => `--watch-path=${name}`)];
}

async function main([name, ...args]) {
  const task = Object.hasOwn(tasks, name ?? "") ? tasks[name] : null;
  if (!task) throw new Refusal(`Say which task: node tools/ready.mjs ${Object.keys(tasks).join("|")}.`);
  const node = isReady(task) ? findRuntime(ownFolder) : await makeReady(task);
  if (name === "dev") forgetMessages(root);
  if (task.script) return handOver(node, node, [...task.script, ...args]);
  if (name === "run") return handOver(node, packageProgram(args[0]), args.slice(1));
  return 0;
}

const isReady = (task) =>
  findRuntime(ownFolder) !== null &&
  hasPackages(root) &&
  (!task.built || isBuilt(root)) &&
  (!task.messages || hasMessages(root));

function makeReady(task) {
  makeOwnFolder();
  return whileAlone(ownFolder, async () => {
    const node = findRuntime(ownFolder) ?? (await announced("Fetching Node", () => bringRuntime(ownFolder)));
    if (!hasPackages(root)) await announced("Installing packages", () => installPackages(root, node));
    const isToBuild = task.built && !isBuilt(root);
    const lacksMessages = isToBuild ? !hasMessagesToBuild(root) : task.messages && !hasMessages(root);
    if (lacksMessages) await announced("Compiling messages", () => makeMessages(root, node));
    if (isToBuild) await announced("Building", () => build(root, node));
    return node;
  });
}

// With `recursive`, mkdir on a read-only disk would fail as if a parent folder were missing.
function makeOwnFolder() {
  try {
    fs.mkdirSync(ownFolder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

async function announced(step, work) {
  console.error(`${step} …`);
  const started = performance.now();
  const result = await work();
  console.error(`${step}: done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return result;
}

function packageProgram(name) {
  const program = path.join(root, "node_modules", ".bin", name ?? "");
  if (!name || !fs.existsSync(program)) throw new Refusal(`There is no program "${name ?? ""}" in node_modules/.bin.`);
  return program;
}

async function handOver(node, program, args) {
  const { code } = await runChild(program, args, { cwd: root, node, stdio: "inherit" });
  if (code === notLoaded) refuseWithoutLibrary(node);
  return code;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(notWritable[error.code]?.(error) ?? error.message);
  process.exitCode = 1;
}
