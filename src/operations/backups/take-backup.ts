import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentSignIn } from "#core/accounts/permissions.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import type { Portal } from "../portal/portal.ts";
import { logSettingsEvent } from "../portal/log-audit-event.ts";
import { atPlace, placeFailed } from "./at-place.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import { ledgerBlobs } from "./erasures.ts";
import { manifestName } from "./manifest.ts";
import { blobsOf, newestManifest } from "./restore-backup.ts";

type BackupFile = { name: BlobName; bytes: Uint8Array };

/**
 * Returns the newest backup with the list of deletions, one blob after another, as they lie in a place for backups. The
 * audit log stores who took it.
 */
export async function takeBackup(
  portal: Portal,
  actor: Actor,
): Promise<{ name: BlobName; files: AsyncGenerator<BackupFile, void> }> {
  authorize(mayChangeSettings(actor), actor);
  requireRecentSignIn(actor);
  const { backupPlace } = portal;
  if (!backupPlace) throw new PortalError("not-found");
  const found = await atPlace(backupPlace, (store) => newestManifest(store, portal.keyring));
  if (!found?.isOurs) throw new PortalError("not-found");
  const of = { subject: "staff", subjectId: actorId(actor) } as const;
  await logSettingsEvent(portal, { actor, action: "backup-exported", ...of, details: {} });
  const { manifest } = found;
  return { name: manifestName(manifest.madeAt), files: filesOf(backupPlace, manifest) };
}

async function* filesOf(
  place: NonNullable<Portal["backupPlace"]>,
  manifest: Parameters<typeof blobsOf>[0]["manifest"],
): AsyncGenerator<BackupFile, void> {
  await using target = await place.open();
  for (const blobs of [blobsOf({ target, manifest }), ledgerBlobs(target)]) {
    for await (const name of blobs) {
      const bytes = await target.read(name);
      if (!bytes) throw placeFailed(new BackupDamaged(name));
      yield { name, bytes };
    }
  }
}
