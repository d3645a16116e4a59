import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Processes that together have one processor, so much memory, and no swap. */
export type MemoryGroup = AsyncDisposable & {
  /** The words before a command that run it in the group. */
  under: readonly string[];
  /** Without pages of files, which the system gives back when memory is short. */
  anonymousMegabytes: () => Promise<number>;
  kills: () => Promise<number>;
};

const sumOf = (names: string) => (text: string) =>
  [...text.matchAll(new RegExp(`^(?:${names}) (\\d+)$`, "gm"))].reduce((sum, [, bytes]) => sum + Number(bytes), 0);

/** The names of files and figures in both versions of Linux's control groups. */
const versions = [
  {
    folder: "/sys/fs/cgroup/memory",
    mark: "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    limits: (bytes: number) => ({ "memory.limit_in_bytes": bytes, "memory.memsw.limit_in_bytes": bytes }),
    anonymous: sumOf("total_rss|total_shmem"),
    kills: "memory.oom_control",
  },
  {
    folder: "/sys/fs/cgroup",
    mark: "/sys/fs/cgroup/cgroup.subtree_control",
    limits: (bytes: number) => ({ "memory.max": bytes, "memory.swap.max": 0 }),
    anonymous: sumOf("anon|shmem"),
    kills: "memory.events",
  },
];

/** Only root on Linux may make one. */
export async function memoryGroup(megabytes: number): Promise<MemoryGroup> {
  const version = versions.find(({ mark }) => existsSync(mark));
  if (!version) throw new Error("only Linux has groups of processes with a limit of memory");
  const group = join(version.folder, `attestry-bench-${process.pid}-${megabytes}`);
  await mkdir(group);
  for (const [name, limit] of Object.entries(version.limits(megabytes * 1024 ** 2)))
    await writeFile(join(group, name), String(limit));
  const read = (name: string) => readFile(join(group, name), "utf8");
  const entering = `echo $$ >${join(group, "cgroup.procs")} && exec "$@"`;
  return {
    under: ["/bin/sh", "-c", entering, "sh", "taskset", "-c", "0"],
    anonymousMegabytes: async () => version.anonymous(await read("memory.stat")) / 1024 ** 2,
    kills: async () => sumOf("oom_kill")(await read(version.kills)),
    [Symbol.asyncDispose]: async () => {
      while ((await read("cgroup.procs")) !== "") await delay(50);
      await rmdir(group);
    },
  };
}
