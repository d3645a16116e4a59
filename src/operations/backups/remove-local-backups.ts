import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dayMs } from "#core/durations.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import type { Portal } from "../portal/portal.ts";
import { maxDatabaseDays } from "./keep.ts";
import { manifestsAt, timeOfManifest } from "./manifest.ts";

/** Removes old backups that were made on this disk before a migration: they may contain people who were deleted since. */
export async function removeLocalBackups({ localBackups, now }: Portal): Promise<void> {
  if (!existsSync(localBackups)) return;
  await using store = await openFilesystemBlobs(localBackups);
  const newest = (await manifestsAt(store)).at(-1);
  if (newest === undefined || Math.abs(now() - timeOfManifest(newest)) < maxDatabaseDays * dayMs) return;
  await rm(localBackups, { recursive: true, force: true });
}
