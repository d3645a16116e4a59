import { StartRefused } from "#core/errors.ts";
import type { RestorePlace } from "./restore-backup.ts";
import { chunkBlob, unpacked } from "./row-chunks.ts";

/** Throws if only other registries have records in the backup: the site could not start after the restore. */
export async function refuseOtherRegistry(place: RestorePlace, registry: string): Promise<void> {
  const other = await otherRegistryIn(place, registry);
  if (other === null) return;
  throw new StartRefused(
    `The backup has no records of the registry "${registry}", but some of "${other}". Set REGISTRY=${other}, start the site again, and restore the backup then.`,
  );
}

/** Like `otherRegistry`, for a backup: null if this registry has a record there, or ever published one. */
async function otherRegistryIn(place: RestorePlace, registry: string): Promise<string | null> {
  let other: string | null = null;
  for (const { name, chunks } of place.manifest.tables) {
    if (name !== "candidate" && name !== "log_tree") continue;
    for (const sha256 of chunks) {
      const found = await registriesIn(place, sha256);
      if (found.includes(registry)) return null;
      if (name === "candidate") other = found.at(-1) ?? other;
    }
  }
  return other;
}

async function registriesIn({ target }: RestorePlace, sha256: string): Promise<string[]> {
  const { columns, rows } = await unpacked(sha256, await target.read(chunkBlob(sha256)));
  const at = columns.findIndex(({ name }) => name === "registry");
  return rows.map((row) => String(row[at]));
}
