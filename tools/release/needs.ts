import { existsSync } from "node:fs";
import { installed } from "../../test/support/processes/child-program.ts";

/** Programs that are not in a package of their own name on Debian. */
const packages: Readonly<Record<string, string>> = {
  "aardvark-dns": "aardvark-dns",
  "ssh-keygen": "openssh-client",
  "systemd-nspawn": "systemd-container",
  ip: "iproute2",
  unshare: "util-linux",
  mountpoint: "mount",
};

/** podman starts these itself, from folders of its own. Without them it fails after the images are built. */
const helpers = ["netavark", "aardvark-dns"];
const helperFolders = ["/usr/lib/podman", "/usr/libexec/podman", "/usr/local/libexec/podman"];

/** What making images needs: only root can make a Debian. */
export const imageNeeds = ["root", "debootstrap", "podman", "netavark"];

/** Those of the needs that are not met here, in words. */
export const unmetNeeds = (needs: readonly string[]): string[] =>
  needs.filter((need) => !isMet(need)).map((need) => (need === "root" ? need : `${need} (${hint(need)})`));

function isMet(need: string): boolean {
  if (need === "root") return process.getuid?.() === 0;
  if (helpers.includes(need) && helperFolders.some((folder) => existsSync(`${folder}/${need}`))) return true;
  return installed(need) !== undefined;
}

const hint = (need: string) => `apt-get install ${packages[need] ?? need}`;

/** Throws all at once, so that nobody meets them one after another. */
export function refuseUnmet(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Error(`Nothing was done. First:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}
