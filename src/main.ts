#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { StartRefused } from "#core/errors.ts";

// What Node made of our TypeScript last time is kept, so that a start need not do it again. In a folder of ours: the
// common one for temporary files could be filled by somebody else.
enableCompileCache(fileURLToPath(new URL("../build/compiled", import.meta.url)));

type Command = { run: (args: string[]) => Promise<void> };

/** Loaded when called, so that `attestry config` does not wait for a web server to load. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: () => import("#cli/start.ts"),
  demo: () => import("#cli/demo.ts"),
  config: () => import("#cli/config.ts"),
  keys: () => import("#cli/keys.ts"),
  verify: () => import("#cli/verify.ts"),
  help: () => import("#cli/help.ts"),
};

const [name = "help", ...args] = process.argv.slice(2);
const load = commands[name.replace(/^--?(h|help)$/, "help")];

try {
  if (!load) throw new StartRefused(`There is no command "${name}". "attestry help" lists them.`);
  const command = await load();
  await command.run(args);
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
