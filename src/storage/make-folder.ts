import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, StartRefused } from "#core/errors.ts";
import { ownLikeFolder } from "#storage/durable-files.ts";

/**
 * Creates a folder, and missing folders above it, accessible to their owner only. Node's recursive mkdir never returns
 * where the system forbids folders, as in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await ownLikeFolder(folder);
  } catch (error) {
    if (codeOf(error) === "EEXIST") {
      if (await isFolder(folder)) return;
      throw new StartRefused(`${folder} is a file, not a folder.`, { cause: error });
    }
    if (codeOf(error) !== "ENOENT" || (await isFolder(dirname(folder)))) throw cannotBeMade(folder, error);
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

const cannotBeMade = (folder: string, cause: unknown) =>
  new StartRefused(
    `The folder ${folder} cannot be created (${String(codeOf(cause))}). Check the path and the owner of its parent folder.`,
    {
      cause,
    },
  );
