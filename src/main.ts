import { enableCompileCache } from "node:module";
import { inProject } from "#server/project-folder.ts";

// Node keeps compiled code in this folder only for files that are imported after this call. The folder is our own:
// somebody else could fill the common folder for temporary files.
enableCompileCache(inProject("build/compiled"));

// The database contains names in clear text, so no file that is made here may be open to other users of the machine.
process.umask(0o077);

// A backup copies many small files, and each waits for the disk in one of these threads. Node asks for their number when
// it first needs one, so this is the last moment.
const copiesFiles = ["backup", "restore", "move"].includes(process.argv[2] ?? "");
// oxlint-disable-next-line node/no-process-env -- it is set for Node, not read
if (copiesFiles) process.env["UV_THREADPOOL_SIZE"] ??= "16";

const { runCommand } = await import("#cli/run-command.ts");
await runCommand(process.argv.slice(2));
