import { enableCompileCache } from "node:module";
import { inProject } from "#server/project-folder.ts";

// Node keeps compiled code in this folder only for files that are imported after this call. The folder is our own:
// somebody else could fill the common folder for temporary files.
enableCompileCache(inProject("build/compiled"));

// The database contains names in clear text, so no file that is made here may be open to other users of the machine.
process.umask(0o077);

const { runCommand } = await import("#cli/run-command.ts");
await runCommand(process.argv.slice(2));
