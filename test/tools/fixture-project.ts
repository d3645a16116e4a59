import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/** A server that prints what it does, and a build script that appends a line to builds.txt at each build. */
const files = {
  "src/main.ts": `
    import { createServer } from "node:http";
    const [, , ...task]: string[] = process.argv;
    if (task.includes("--fail")) process.exit(7);
    const server = createServer().listen(0, "127.0.0.1", () => console.log("serves", ...task));
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.once(signal, () => server.close(() => console.log("stopped by", signal)));`,
  "tools/build.ts": `
    import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
    import { stripTypeScriptTypes } from "node:module";
    if (process.argv.includes("--messages")) {
      for (const folder of ["src/i18n/compiled", "src/i18n/bundled/server"]) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(folder + "/messages.js", "");
      }
    } else {
      rmSync("build", { recursive: true, force: true });
      mkdirSync("build/program", { recursive: true });
      writeFileSync("build/program/main.js", stripTypeScriptTypes(readFileSync("src/main.ts", "utf8")));
      appendFileSync("builds.txt", "built\\n");
    }`,
  "package-lock.json": JSON.stringify({ name: "stand-in", version: "1.0.0", lockfileVersion: 3, packages: { "": {} } }),
};

type Ended = { code: number | null; output: string; errors: string };

type Running = {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<Ended>;
  says: (word: string) => Promise<void>;
};

/** Creates a project with our tools and little else, in a folder whose name contains a space. */
export async function createFixtureProject(more: Record<string, string> = {}) {
  const above = await mkdtemp(path.join(tmpdir(), "attestry-ready-"));
  const folder = path.join(above, "a clone");
  await cp(path.join(root, "tools"), path.join(folder, "tools"), { recursive: true });
  const { scripts, imports } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const manifest = JSON.stringify({ name: "stand-in", version: "1.0.0", type: "module", scripts, imports });
  for (const [name, text] of Object.entries({ ...files, "package.json": manifest, ...more })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const start = (program: string, ...args: string[]) => run(folder, program, args);
  return {
    folder,
    start,
    remove: () => rm(above, { recursive: true, force: true }),
    ready: (...args: string[]): Promise<Ended> => start(process.execPath, "tools/ready.mjs", ...args).ended,
    buildsSoFar: async () => (await readFile(path.join(folder, "builds.txt"), "utf8")).trim().split("\n").length,
  };
}

function run(folder: string, program: string, args: string[]): Running {
  const child = spawn(program, args, { cwd: folder, env: cleanEnvironment() });
  const printed = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.errors += text));
  return {
    child,
    ended: once(child, "close").then(([code]) => ({ code, ...printed })),
    says: async (word) => {
      while (!printed.output.includes(word)) await once(child.stdout, "data");
    },
  };
}

/**
 * Returns the environment without npm's variables, with which an npm started by a test would use the wrong project.
 * The registry is unreachable.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const unreachable = { npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" };
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE/i.test(name));
  return { ...Object.fromEntries(own), ...unreachable };
}
