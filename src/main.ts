import { enableCompileCache } from "node:module";
import { codeOf, StartRefused } from "#core/errors.ts";
import { inProject } from "#server/project-folder.ts";

// What Node made of our TypeScript last time is kept, so that a start need not do it again. In a folder of ours: the
// common one for temporary files could be filled by somebody else.
enableCompileCache(inProject("build/compiled"));

type Command = { run: (args: string[]) => Promise<void> };

/** Loaded when called, so that `attestry config` does not wait for a web server to load. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: () => import("#cli/start.ts"),
  demo: () => import("#cli/demo.ts"),
  config: () => import("#cli/config.ts"),
  "create-admin": () => import("#cli/create-admin.ts"),
  "reset-factors": () => import("#cli/reset-factors.ts"),
  keys: () => import("#cli/keys.ts"),
  invite: () => import("#cli/invite.ts"),
  settings: () => import("#cli/settings.ts"),
  backup: () => import("#cli/backup.ts"),
  restore: () => import("#cli/restore.ts"),
  verify: () => import("#cli/verify.ts"),
  help: () => import("#cli/help.ts"),
};

const [name = "help", ...args] = process.argv.slice(2);
const wanted = name.replace(/^--?(h|help)$/, "help");
const load = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined;

/** Errors of the system and of options are for the operator to mend. Others are bugs. */
const isOperators = (error: unknown): error is Error =>
  error instanceof StartRefused ||
  (error instanceof Error && /^(E[A-Z]+|ERR_PARSE_ARGS\w*|ERR_INVALID\w*)$/.test(codeOf(error) ?? ""));

async function withUsage(message: string): Promise<string> {
  const { usageOf } = await import("#cli/help.ts");
  return `${message.replace(/\. .*/s, "")}. Usage: ${usageOf(wanted)}`;
}

// Names are in clear in the database: nothing that is made here is for other users of the machine.
process.umask(0o077);

try {
  if (!load) throw new StartRefused(`There is no command "${name}". "attestry help" lists them.`);
  const command = await load();
  await command.run(args);
} catch (error) {
  if (!isOperators(error)) throw error;
  console.error(codeOf(error)?.startsWith("ERR_PARSE_ARGS") ? await withUsage(error.message) : error.message);
  process.exitCode = 1;
}
