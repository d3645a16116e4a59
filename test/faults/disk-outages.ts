import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { codeOf } from "#core/errors.ts";
import type { Outage } from "./outages.ts";

/** No file of the process may grow beyond its first pages (RLIMIT_FSIZE). */
export const fileLimit: Outage = {
  begin: ({ server }) => execFileSync("prlimit", ["--pid", String(server.child.pid), "--fsize=4096:"]),
  end: ({ server }) => execFileSync("prlimit", ["--pid", String(server.child.pid), "--fsize=unlimited:"]),
  isReadable: true,
};

/** The database may have no further pages (`max_page_count`): small-database.ts has to be loaded. */
export const databaseLimit: Outage = {
  begin: ({ server }) => server.child.send("full"),
  end: ({ server }) => server.child.send("free"),
  isReadable: true,
  // What /readyz writes needs no further page.
  isNoticed: false,
};

export type SmallDisk = Disposable & { mounted: string; full: Outage };

/** A disk of 64 MB in memory, which something else fills. */
export function smallDisk(folder: string): SmallDisk {
  const mounted = path.join(folder, "small-disk");
  const filler = path.join(mounted, "filler");
  mkdirSync(mounted);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "none", mounted]);
  const begin = () => {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(4096));
    } catch (error) {
      if (codeOf(error) !== "ENOSPC") throw error;
    }
  };
  return {
    mounted,
    full: { begin, end: () => rmSync(filler, { force: true }), isReadable: true },
    [Symbol.dispose]() {
      execFileSync("umount", ["--lazy", mounted]);
    },
  };
}
