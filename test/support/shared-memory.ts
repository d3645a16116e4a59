import { statfs } from "node:fs/promises";

/** Where files are memory, if there is room for so many gigabytes of them. */
export async function sharedMemory(gigabytes = 1): Promise<string | null> {
  const folder = "/dev/shm";
  const room = await statfs(folder).catch(() => null);
  return room !== null && room.bavail * room.bsize > gigabytes * 2 ** 30 ? folder : null;
}
