import { existsSync, readFileSync } from "node:fs";
import { installed } from "../support/processes/child-program.ts";

/** The Debian packages of the programs that rows need. */
const packages = {
  etcd: "etcd-server",
  fsfreeze: "util-linux",
  haproxy: "haproxy",
  losetup: "mount",
  "mkfs.ext4": "e2fsprogs",
  nginx: "nginx",
  patroni: "patroni",
  pgbouncer: "pgbouncer",
  prlimit: "util-linux",
  ps: "procps",
  strace: "strace",
} as const;

type Program = keyof typeof packages;
export type Need = "root" | Program;

const isRoot = process.getuid?.() === 0;

/** Returns the needs that this machine lacks. Throws if a program is there and was not found: its row would never be tried. */
export function missingNeeds(needs: readonly Need[]): Need[] {
  const missing = needs.filter((need) => (need === "root" ? !isRoot : installed(need) === undefined));
  for (const need of missing) {
    const file = need === "root" ? undefined : fileOfPackage(need);
    if (file !== undefined) throw new Error(`${need} is at ${file} and was not found: have its folder on the PATH.`);
  }
  return missing;
}

function fileOfPackage(program: Program): string | undefined {
  const list = `/var/lib/dpkg/info/${packages[program]}.list`;
  if (!existsSync(list)) return undefined;
  const files = readFileSync(list, "utf8").split("\n");
  return files.find((file) => /\/s?bin\//.test(file) && file.endsWith(`/${program}`) && existsSync(file));
}
