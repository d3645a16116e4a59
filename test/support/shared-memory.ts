import { statfs } from "node:fs/promises";

/** A folder whose files are in memory. Null if it has not that many gigabytes free. */
export async function sharedMemory(gigabytes = 1): Promise<string | null> {
  const folder = "/dev/shm";
  const room = await statfs(folder).catch(() => null);
  return room !== null && room.bavail * room.bsize > gigabytes * 2 ** 30 ? folder : null;
}
