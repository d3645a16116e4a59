// Runs a command of Attestry as the user of the service, and with the environment of its unit. Runs on Node 18 and without
// packages.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { environmentOf } from "./ready/unit-environment.mjs";

/** What deploy/attestry.service says, for a machine on which systemd does not run. */
const delivered = {
  User: "attestry",
  Environment: "DATA_DIR=/var/lib/attestry",
  EnvironmentFiles: "/etc/attestry.env (ignore_errors=no)",
};

/** The unit as systemd reads it, with what was added to it in other files. */
function readUnit() {
  const properties = Object.keys(delivered).map((name) => `--property=${name}`);
  const quietly = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  try {
    const shown = execFileSync(
      "systemctl",
      ["show", "attestry.service", "--property=LoadState", ...properties],
      quietly,
    );
    // A list has a line for each of its values.
    const valueOf = (name) =>
      [...shown.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value).join("\n");
    if (valueOf("LoadState") !== "loaded") return delivered;
    return Object.fromEntries(Object.keys(delivered).map((name) => [name, valueOf(name)]));
  } catch {
    return delivered;
  }
}

/** Of the caller's environment, only what describes its terminal and system: a setting there would be another site's. */
const ofCaller = /^(PATH|TMPDIR|TERM|COLORTERM|NO_COLOR|COLUMNS|LANG|LANGUAGE|LC_\w+)$/;

function become(user) {
  if (process.getuid() !== 0) return;
  const group = Number(execFileSync("id", ["-g", user], { encoding: "utf8" }));
  process.initgroups(user, group);
  process.setgid(group);
  process.setuid(user);
}

try {
  const { User, ...unit } = readUnit();
  const environment = environmentOf(unit, (file) => fs.readFileSync(file, "utf8"));
  const kept = Object.entries(process.env).filter(([name]) => ofCaller.test(name));
  // File names that a user types are relative to the folder in which the command was run.
  const INIT_CWD = process.cwd();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, Object.fromEntries(kept), environment, { INIT_CWD });
  become(User || "root");
} catch (error) {
  const todo = ["EACCES", "EPERM"].includes(error.code) ? " Run this as root, or as the user of the service." : "";
  console.error(`The settings of the service cannot be read: ${error.message}.${todo}`);
  process.exit(1);
}
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
process.argv.splice(2, 0, "attestry");
await import("./ready.mjs");
