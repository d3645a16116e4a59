import { createHmac, hash } from "node:crypto";
import { z } from "zod";
import { StartRefused } from "#core/errors.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { erasuresAfter, type ErasureRow, markErasuresWritten, unwrittenErasures } from "#storage/database/erasures.ts";
import type { Portal } from "../portal.ts";

/**
 * The erasure ledger at the target of the backups: one small blob for each deleted record, account, post or comment. A
 * restore deletes them again, whatever the backup contains.
 */
const stem = "erased-";
/** Matches the names that `stemOf` and `nameOf` make: time, what was deleted, key set. */
const isEntry = (name: BlobName) => /^erased-\d{8}t\d{9}z-[0-9a-f]{16}-[0-9a-f]{8}$/.test(name);
const beginning = blobName("erased-ledger");

export type Erasure = Pick<ErasureRow, "subject" | "erased_id" | "at">;

const entrySchema = z.object({
  subject: z.enum(["candidate", "person", "post", "comment"]),
  id: z.string(),
  at: z.iso.datetime(),
  keySet: z.string(),
  proof: z.string(),
});

export async function beginLedger(target: BlobStore): Promise<void> {
  await target.write(beginning, Buffer.from("Deletions, applied again when a backup is restored.\n"));
}

export const hasLedger = async (target: BlobStore): Promise<boolean> => (await target.read(beginning)) !== null;

const timeOf = (at: number) => new Date(at).toISOString();

/** Entries of the same deletion have the same stem. Their names differ only in the key set that proves them. */
const stemOf = ({ subject, erased_id, at }: Erasure): string =>
  `${stem}${timeOf(at).replaceAll(/[:.-]/g, "").toLowerCase()}-${hash("sha256", `${subject} ${erased_id}`).slice(0, 16)}`;

const nameOf = ({ current }: Keyring, erasure: Erasure): BlobName => blobName(`${stemOf(erasure)}-${current.id}`);

const proofOf = ({ backup }: Keyring["current"], { subject, erased_id, at }: Erasure) =>
  createHmac("sha256", backup).update(`erased\0${subject}\0${erased_id}\0${at}`).digest("hex");

async function writeEntry({ keyring }: Pick<Portal, "keyring">, target: BlobStore, erasure: Erasure): Promise<void> {
  const { subject, erased_id: id, at } = erasure;
  const { current } = keyring;
  const entry = { subject, id, at: timeOf(at), keySet: current.id, proof: proofOf(current, erasure) };
  await target.write(nameOf(keyring, erasure), Buffer.from(`${JSON.stringify(entry)}\n`));
}

const batch = 500;

/** Adds every deletion to the ledger that the database lists and the ledger lacks. Returns how many the ledger contains. */
export async function completeLedger(portal: Pick<Portal, "database" | "keyring">, target: BlobStore): Promise<number> {
  const known = new Set(await Array.fromAsync(target.names(stem)));
  for (let last = 0, rows: ErasureRow[] = []; ; last = rows.at(-1)?.seq ?? last) {
    rows = await erasuresAfter(portal.database.read, last, batch);
    for (const row of rows) {
      const name = nameOf(portal.keyring, row);
      if (known.has(name)) continue;
      await writeEntry(portal, target, row);
      known.add(name);
    }
    if (rows.length < batch) break;
  }
  return new Set([...known].filter(isEntry).map(withoutKeySet)).size;
}

/** Entries of one deletion differ only in their key set: after a new secret, each deletion is written again under it. */
const withoutKeySet = (name: BlobName) => name.replace(/-[0-9a-f]{8}$/, "");

/** Writes the deletions since the last time to the ledger at BACKUP_URL. A deletion that fails to be written stays queued. */
export async function writeErasures(portal: Portal, target: BlobStore, stopping?: AbortSignal): Promise<number> {
  let written = 0;
  while (!stopping?.aborted) {
    const rows = await unwrittenErasures(portal.database.read, batch);
    for (const row of rows) await writeEntry(portal, target, row);
    if (rows.length > 0) {
      const seqs = rows.map(({ seq }) => seq);
      await portal.database.write((writer) => markErasuresWritten(writer, seqs, portal.now()));
    }
    written += rows.length;
    if (rows.length < batch) break;
  }
  return written;
}

/**
 * Returns the erasures of the ledger, or null if there is no ledger. Throws if an entry is damaged, or if none of our
 * secrets proves it. `onOther` is called with each file that is not an entry of ours.
 */
export async function readLedger(
  target: BlobStore,
  keyring: Keyring,
  onOther: (name: BlobName) => void = () => undefined,
): Promise<Erasure[] | null> {
  const names = await Array.fromAsync(target.names(stem));
  if (!names.includes(beginning)) return null;
  const erasures = new Map<string, Erasure | null>();
  await forEachConcurrently(names, 16, async (name) => {
    if (name === beginning) return;
    if (!isEntry(name)) return onOther(name);
    const erasure = readEntry(keyring, name, await target.read(name));
    if (erasure || !erasures.has(withoutKeySet(name))) erasures.set(withoutKeySet(name), erasure);
  });
  return [...erasures.values()].map((erasure) => {
    if (erasure) return erasure;
    throw new StartRefused(
      "Some deletions were noted with a secret that was not given. Add it after the others: in SECRET after a comma, in DATA_DIR/secret on a new line.",
    );
  });
}

/** Null if the entry was written under a secret that was not given. */
function readEntry(keyring: Keyring, name: BlobName, bytes: Uint8Array | null): Erasure | null {
  const { data } = entrySchema.safeParse(parsed(bytes));
  if (!data) throw damagedEntry(name);
  const erasure = { subject: data.subject, erased_id: data.id, at: Date.parse(data.at) };
  const keySet = keyring.all.find(({ id }) => id === data.keySet);
  if (keySet && proofOf(keySet, erasure) !== data.proof) throw damagedEntry(name);
  return keySet ? erasure : null;
}

const damagedEntry = (name: BlobName) =>
  new StartRefused(
    `The list of deletions is damaged: ${name} is not what was written. Nothing was changed. If the site is still running, remove this ` +
      `file and make a backup, which writes it again. If not, remove it and restore: only the person whom it names comes back.`,
  );

function parsed(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    return null;
  }
}
