import { mkdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { codeOf, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { ownLikeFolder } from "./durable-files.ts";

/**
 * Creates a folder, and missing folders above it, accessible to their owner only. Node's recursive mkdir never returns
 * where the system forbids folders, as in /proc. `setting` is what names the folder.
 */
export async function makeFolder(folder: string, setting: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await ownLikeFolder(folder);
  } catch (error) {
    if (codeOf(error) === "EEXIST") {
      if (await isFolder(folder)) return;
      throw new StartRefused(`${folder} is a file, not a folder. Check ${setting}.`, { cause: error });
    }
    if (codeOf(error) !== "ENOENT" || (await isFolder(dirname(folder)))) throw cannotBeMade(folder, setting, error);
    await makeFolder(dirname(folder), setting);
    await makeFolder(folder, setting);
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

const cannotBeMade = (folder: string, setting: string, cause: unknown) =>
  new StartRefused(
    `The folder ${folder} cannot be created as user ${ownUser()}: ${reasonOf(cause)}. Check ${setting}, and the owner of its parent folder.`,
    { cause },
  );

/** The user of this process. A container may run under a number that has no name. */
export function ownUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.geteuid?.());
  }
}
