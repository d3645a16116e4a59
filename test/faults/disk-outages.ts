import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { codeOf } from "#core/errors.ts";
import { alwaysFailing, type Tracer } from "./failing-calls.ts";
import { timeUntil } from "./member.ts";
import type { Outage } from "./outages.ts";

/** No file of the process may grow beyond its first pages (RLIMIT_FSIZE). */
export const fileLimit: Outage = {
  begin: ({ server }) => execFileSync("prlimit", ["--pid", String(server.child.pid), "--fsize=4096:"]),
  end: ({ server }) => execFileSync("prlimit", ["--pid", String(server.child.pid), "--fsize=unlimited:"]),
  isReadable: true,
};

/** The database must not grow (`max_page_count`). This needs small-database.ts to be loaded. */
export const databaseLimit: Outage = {
  begin: ({ server }) => server.child.send("full"),
  end: ({ server }) => server.child.send("free"),
  isReadable: true,
  // The write of /readyz needs no new page.
  isNoticed: false,
};

/** Makes the calls that write fail. A real read-only mount is impossible, because a database always has its files open. */
export function readOnlyCalls(): Outage {
  let tracer: Tracer | null = null;
  return {
    async begin({ server }) {
      const calls = "pwrite64,fsync,fdatasync,ftruncate,rename,unlink,mkdir";
      tracer = await alwaysFailing(Number(server.child.pid), calls, "EROFS");
    },
    end: () => tracer?.end(),
    isReadable: true,
  };
}

export type SmallDisk = Disposable & {
  mounted: string;
  /** Fills the disk with another file, up to `leaving` free bytes. */
  fill: (leaving?: number) => void;
  empty: () => void;
  /** Waits until no file is being written, and mounts the disk read-only. */
  makeReadOnly: () => Promise<void>;
  makeWritable: () => void;
};

/** Mounts a disk of 64 MB in memory. */
export function smallDisk(folder: string): SmallDisk {
  const mounted = path.join(folder, "small-disk");
  const filler = path.join(mounted, "filler");
  mkdirSync(mounted);
  const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "pipe" });
  mount("-t", "tmpfs", "-o", "size=64m", "none", mounted);
  const isReadOnly = async () => {
    try {
      mount("-o", "remount,ro", mounted);
      return true;
    } catch {
      return false;
    }
  };
  return {
    mounted,
    fill(leaving = 0) {
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(4096));
      } catch (error) {
        if (codeOf(error) !== "ENOSPC") throw error;
      }
      truncateSync(filler, statSync(filler).size - leaving);
    },
    empty: () => rmSync(filler, { force: true }),
    async makeReadOnly() {
      if ((await timeUntil(isReadOnly, 10_000)) === Infinity) throw new Error("the disk is never quiet");
    },
    makeWritable: () => void mount("-o", "remount,rw", mounted),
    [Symbol.dispose]() {
      execFileSync("umount", ["--lazy", mounted]);
      rmSync(mounted, { recursive: true, force: true });
    },
  };
}
