// Installs a release on empty Debian systems as docs/operator/install.md says, line by line, boots them, and publishes a
// record: node tools/ready.mjs installs ARCHIVE [trixie bookworm]
import path from "node:path";
import { installed } from "../test/support/processes/child-program.ts";
import { tryInstall } from "./installs/try-install.ts";

const root = path.join(import.meta.dirname, "..");
const [archive, ...named] = process.argv.slice(2);
const suites = named.length > 0 ? named : ["trixie", "bookworm"];
const missing = ["debootstrap", "systemd-nspawn"].filter((program) => installed(program) === undefined);

if (archive === undefined) {
  console.error("Say which archive of a release: node tools/ready.mjs installs ARCHIVE [trixie bookworm]");
  process.exitCode = 2;
} else if (process.getuid?.() !== 0 || missing.length > 0) {
  console.error(`Nothing was tried: this needs root${missing.map((program) => `, ${program}`).join("")}.`);
  process.exitCode = 1;
} else {
  for (const suite of suites) await tryInstall(root, path.resolve(process.env["INIT_CWD"] ?? ".", archive), suite);
}
