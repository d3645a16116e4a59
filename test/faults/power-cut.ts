import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Crash } from "./crashes.ts";

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });

export type Disk = Disposable & {
  /** Where the file system of the disk is mounted. */
  mounted: string;
  /** Cuts the power: afterwards the disk has exactly what it had at this moment. */
  cut: Crash;
};

/**
 * Makes a disk in a file: ext4 on a loop device, whose file is in a second, outer file system.
 *
 * A cut freezes the outer file system, which stops all writes to the disk, and copies the file. The inner file system
 * does not notice, so it flushes nothing: data that a program wrote without a sync is not in the copy. Then the server
 * is killed, the copy replaces the file, and mounting it replays its journal.
 */
export function makeDisk(inFolder: string): Disk {
  const folder = mkdtempSync(path.join(inFolder, "attestry-disk-"));
  const at = (name: string) => path.join(folder, name);
  const [outerImage, outer, mounted, copy] = [at("outer.img"), at("outer"), at("disk"), at("copy.img")];
  const image = path.join(outer, "disk.img");
  const makeFileSystem = (file: string, size: string) => {
    run("truncate", "-s", size, file);
    run("mkfs.ext4", "-q", "-F", file);
  };
  mkdirSync(outer);
  mkdirSync(mounted);
  makeFileSystem(outerImage, "1600M");
  run("mount", "-o", "loop", outerImage, outer);
  makeFileSystem(image, "512M");
  run("mount", "-o", "loop", image, mounted);
  return {
    mounted,
    async cut(site) {
      run("fsfreeze", "--freeze", outer);
      let stopped: Promise<unknown>;
      try {
        run("cp", "--sparse=always", image, copy);
        // The server must answer no request that arrives after the cut.
        stopped = site.server.stop("SIGKILL");
      } finally {
        run("fsfreeze", "--unfreeze", outer);
      }
      await stopped;
      await unmounted(mounted);
      run("mv", copy, image);
      run("mount", "-o", "loop", image, mounted);
    },
    [Symbol.dispose]() {
      for (const place of [mounted, outer]) run("umount", "--lazy", place);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Retries, because the decoders of a killed server end a moment after it. */
async function unmounted(place: string): Promise<void> {
  for (let left = 200; ; left -= 1) {
    try {
      run("umount", place);
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
    await delay(50);
  }
}
