#!/usr/bin/env node
import { StartRefused } from "#core/errors.ts";

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
