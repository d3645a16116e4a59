import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Crash } from "./crashes.ts";

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });

export type Disk = Disposable & {
  /** Where the file system of the disk is mounted. */
  mounted: string;
  /** The power goes: what the disk has at this moment is what it has when the power is back. */
  cut: Crash;
};

/**
 * A disk of its own, in a file: ext4 on a loop device, whose file lies in a second file system.
 *
 * A cut freezes the outer file system, which stops what the disk writes, and copies the file. The inner one is not told, so
 * nothing of its memory is written out for it: what a program wrote and did not sync is not in the copy. Then the server is
 * killed, the copy takes the place of the file, and its journal is replayed by mounting it.
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
        // No request is answered any more that came after the cut.
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

/** The decoders of a killed server take a moment to follow it. */
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
