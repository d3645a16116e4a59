// Installs a release on empty Debian systems as docs/operator/install.md says, line by line, boots them, and publishes a
// record: node tools/ready.mjs installs ARCHIVE [trixie bookworm]
import path from "node:path";
import { tryInstall } from "./installs/try-install.ts";
import { unmetNeeds } from "./release/needs.ts";
import { cleanUpWhenStopped } from "./release/run.ts";

const root = path.join(import.meta.dirname, "..");
const [archive, ...named] = process.argv.slice(2);
const suites = named.length > 0 ? named : ["trixie", "bookworm"];
const missing = unmetNeeds(["root", "debootstrap", "systemd-nspawn"]);

if (archive === undefined) {
  console.error("Say which archive of a release: node tools/ready.mjs installs ARCHIVE [trixie bookworm]");
  process.exitCode = 2;
} else if (missing.length > 0) {
  console.error(`Nothing was tried: this needs ${missing.join(", ")}.`);
  process.exitCode = 1;
} else {
  cleanUpWhenStopped();
  for (const suite of suites) await tryInstall(root, path.resolve(process.env["INIT_CWD"] ?? ".", archive), suite);
}
