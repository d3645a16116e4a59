import { PortalError } from "#core/errors.ts";
import type { CheckpointBody, KeyPurpose } from "#verify/public-keys.ts";
import { parseCheckpoint } from "#verify/signed-note.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReplaceKeys } from "#core/accounts/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import { rowForChange, updateRow } from "#storage/database/rows.ts";
import { currentKeyRow, type SigningKeyRow } from "#storage/database/proofs/signing-keys.ts";
import { changeLocked } from "../portal/locked-change.ts";
import { continueUnderNewKey, copyOfLost } from "../log/continue-log.ts";
import { readLogs } from "../log/read-log.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { currentKeyId, isOurs, sealedKey } from "../signing/signing-keys.ts";

export type KeyReplacement = { from: string | null; to: string };

type Change = { action: "signing-key-rotated" | "signing-key-revoked"; purpose: KeyPurpose };

/**
 * Makes a new key that signs from now on. What the old key signed still stands. Its private half is deleted, so nothing
 * is signed with it again.
 */
export const rotateSigningKey = (portal: Portal, actor: Actor): Promise<KeyReplacement> =>
  replaceKey(portal, actor, { action: "signing-key-rotated", purpose: "statement" }, async (writer) => {
    const row = await currentKeyRow(writer, { registry: portal.registry, purpose: "statement" });
    if (row) await retire(portal, writer, row, {});
    return row?.id ?? null;
  });

/**
 * For a stolen key: what it signed counts only if the log had it before this checkpoint. The site says so where it
 * publishes its keys, and a new key signs.
 */
export const revokeSigningKey = (
  portal: Portal,
  actor: Actor,
  kid: string,
  after: CheckpointBody,
): Promise<KeyReplacement> => revokeKey(portal, actor, { kid, purpose: "statement" }, async () => after);

/**
 * For a stolen key of the log. The log continues under a new origin. Of what the old key signed, only what its trees
 * had until now counts.
 */
export async function revokeLogKey(portal: Portal, actor: Actor, kid: string): Promise<KeyReplacement> {
  authorize(mayReplaceKeys(actor), actor);
  const copy = await copyOfLost(portal);
  return revokeKey(portal, actor, { kid, purpose: "log" }, (writer) => continueUnderNewKey(portal, writer, copy));
}

type StolenKey = { kid: string; purpose: KeyPurpose };

function revokeKey(
  portal: Portal,
  actor: Actor,
  { kid, purpose }: StolenKey,
  lastOf: (writer: Writer) => Promise<CheckpointBody | null>,
): Promise<KeyReplacement> {
  const { database, registry, keyring, now } = portal;
  return replaceKey(portal, actor, { action: "signing-key-revoked", purpose }, async (writer) => {
    const row = await rowForChange(database, writer, "signing_key", kid);
    if (row?.registry !== registry || row.purpose !== purpose) throw new PortalError("not-found");
    // The trees of this key have ended, so it is known what counts.
    if (purpose === "log" && row.retired_at !== null) throw new PortalError("not-found");
    const last = await lastOf(writer);
    const revoked_after = JSON.stringify(
      last ? await checkpointsKnownAt({ database: { read: writer }, registry, keyring }, last) : [],
    );
    await retire(portal, writer, row, { revoked_at: row.revoked_at ?? now(), revoked_after });
    return kid;
  });
}

/** Returns what the log had at a checkpoint: that checkpoint, and the last known ones of the trees that its tree continues. */
async function checkpointsKnownAt(
  portal: Parameters<typeof readLogs>[0],
  after: CheckpointBody,
): Promise<CheckpointBody[]> {
  const trees = await readLogs(portal);
  const since = trees.slice(trees.findIndex(({ origin }) => origin === after.origin));
  const named = since.map(({ continues }) => parseCheckpoint(continues ?? ""));
  // If a backup was restored twice, no tree names the last checkpoint of that backup. So each tree's own checkpoint is added.
  const own = since.slice(1).map(({ checkpoint }) => parseCheckpoint(checkpoint?.note ?? ""));
  const known = [after, ...named, ...own].filter((one) => one !== null);
  const last = Map.groupBy(known, ({ origin }) => origin).values();
  return [...last].flatMap(([one]) => (one ? [{ origin: one.origin, size: one.size, root: one.root }] : []));
}

async function retire(
  { keyring, now }: Portal,
  writer: Writer,
  row: SigningKeyRow,
  revocation: Partial<SigningKeyRow>,
): Promise<void> {
  const retired = { ...row, signs_for: null, retired_at: row.retired_at ?? now(), ...revocation };
  // What somebody else wrote is not sealed as ours, so it stays unpublished.
  await updateRow(
    writer,
    "signing_key",
    row.id,
    isOurs({ keyring }, row) ? sealedKey(keyring, retired, null) : retired,
  );
}

async function replaceKey(
  portal: Portal,
  actor: Actor,
  { action, purpose }: Change,
  work: (writer: Writer) => Promise<string | null>,
): Promise<KeyReplacement> {
  authorize(mayReplaceKeys(actor), actor);
  return changeLocked(portal, actor, settingsEntity, { id: settingsId }, async ({ writer, log }) => {
    const from = await work(writer);
    const to = await currentKeyId(portal, purpose, writer);
    await log(action, { signingKey: { from, to } });
    return { from, to };
  });
}
