import { createHmac } from "node:crypto";
import { z } from "zod";
import { StartRefused } from "#core/errors.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import { inHex } from "#verify/in-hex.ts";
import type { Keyring, KeySet } from "#sealing/keyring.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { erasuresAfter, markErasuresWritten, unwrittenErasures } from "#storage/database/erasures.ts";
import { everyRow } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import {
  type ErasureHead,
  erasureHead,
  hashOfErasure,
  headAt,
  type LinkedErasure,
  noErasures,
} from "./erasure-chain.ts";
import { type Manifest, manifestsAt, readManifest } from "./manifest.ts";

/**
 * The erasure ledger at the target of the backups: one small blob for each deleted record, account, post or comment, and
 * one for the last of them. A restore deletes them again, whatever the backup contains.
 */
const stem = "erased-";
/** Matches the names that `stemOf` and `nameOf` make: time, hash, key set. */
const isEntry = (name: BlobName) => /^erased-\d{8}t\d{9}z-[0-9a-f]{16}-[0-9a-f]{8}$/.test(name);
const beginning = blobName("erased-ledger");

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const entrySchema = z.object({
  seq: z.int().min(1),
  subject: z.enum(["candidate", "person", "post", "comment"]),
  id: z.string(),
  at: z.iso.datetime(),
  previous: sha256,
  keySet: z.string(),
  proof: z.string(),
});

const headSchema = z.object({ seq: z.int().min(0), last: sha256, keySet: z.string(), proof: z.string() });

type Site = Pick<Portal, "database" | "keyring">;

export const beginLedger = (site: Site, target: BlobStore): Promise<void> => writeHead(site, target, noErasures);

/** Continues the name of a place. */
export const ledgerIsMissing =
  "the list of deletions is missing there, so a restore would bring deleted people back. Set BACKUP_URL to an empty place and make a backup: it writes the list there.";

export const hasLedger = async (target: BlobStore): Promise<boolean> => (await target.read(beginning)) !== null;

/** True for a ledger that was last written under a secret that was not given. */
export async function isLedgerOfOtherSecret({ keyring }: Site, target: BlobStore): Promise<boolean> {
  const { data } = headSchema.safeParse(parsed(await target.read(beginning)));
  return data !== undefined && !keyring.all.some(({ id }) => id === data.keySet);
}

export const ledgerBlobs = (target: BlobStore): AsyncIterable<BlobName> => target.names(stem);

const timeOf = (at: number) => new Date(at).toISOString();

/** Entries of the same deletion under two key sets have the same stem. */
const stemOf = (erasure: LinkedErasure): string =>
  `${stem}${timeOf(erasure.at).replaceAll(/[:.-]/g, "").toLowerCase()}-${inHex(hashOfErasure(erasure)).slice(0, 16)}`;

const nameOf = (keySet: string, erasure: LinkedErasure): BlobName => blobName(`${stemOf(erasure)}-${keySet}`);

const proofOf = ({ backup }: KeySet, what: string) => createHmac("sha256", backup).update(what).digest("hex");

const provenEntry = (erasure: LinkedErasure) => `erased\0${inHex(hashOfErasure(erasure))}`;
const provenHead = ({ seq, hash: last }: ErasureHead) => `last-erased\0${seq}\0${inHex(last)}`;

async function writeEntry({ keyring: { current } }: Site, target: BlobStore, erasure: LinkedErasure): Promise<void> {
  const { seq, subject, erased_id: id, at, previous } = erasure;
  const proof = proofOf(current, provenEntry(erasure));
  const entry = { seq, subject, id, at: timeOf(at), previous: inHex(previous), keySet: current.id, proof };
  await target.write(nameOf(current.id, erasure), Buffer.from(`${JSON.stringify(entry)}\n`));
}

/** Call this after the entries are written. */
async function writeHead({ keyring: { current } }: Site, target: BlobStore, head: ErasureHead): Promise<void> {
  const proof = proofOf(current, provenHead(head));
  const written = { seq: head.seq, last: inHex(head.hash), keySet: current.id, proof };
  await target.write(beginning, Buffer.from(`${JSON.stringify(written)}\n`));
}

const batch = 500;

/** Adds every deletion to the ledger that the database lists and the ledger lacks. Returns the last one. */
export async function completeLedger(site: Site, target: BlobStore): Promise<ErasureHead> {
  const known = new Set(await Array.fromAsync(target.names(stem)));
  const head = await erasureHead(site);
  for await (const row of everyRow((after, atMost) => erasuresAfter(site.database.read, after, atMost))) {
    if (!known.has(nameOf(site.keyring.current.id, row))) await writeEntry(site, target, row);
  }
  await writeHead(site, target, head);
  return head;
}

/** Entries of one deletion differ only in their key set: after a new secret, each deletion is written again under it. */
const withoutKeySet = (name: BlobName) => name.replace(/-[0-9a-f]{8}$/, "");

/**
 * Writes the deletions since the last time to the ledger at BACKUP_URL. A deletion that fails to be written stays queued.
 * A place that this process or another one claimed, and was killed, may also lack earlier deletions.
 */
export async function writeErasures(portal: Portal, target: BlobStore, stopping?: AbortSignal): Promise<number> {
  const [first] = await unwrittenErasures(portal.database.read, 1);
  if (first && !(await reaches(portal, target, first.seq - 1))) await completeLedger(portal, target);
  let written = 0;
  while (!stopping?.aborted) {
    const rows = await unwrittenErasures(portal.database.read, batch);
    for (const row of rows) await writeEntry(portal, target, row);
    const last = rows.at(-1);
    if (last) {
      await writeHead(portal, target, headAt(last));
      const seqs = rows.map(({ seq }) => seq);
      await portal.database.write((writer) => markErasuresWritten(writer, seqs, portal.now()));
    }
    written += rows.length;
    if (rows.length < batch) break;
  }
  return written;
}

async function reaches({ keyring }: Site, target: BlobStore, seq: number): Promise<boolean> {
  const bytes = await target.read(beginning);
  try {
    return readHead(keyring, bytes).seq >= seq;
  } catch {
    return false;
  }
}

type ReadingOptions = {
  /** Called with each file that is not an entry of ours. */
  onOther?: (name: BlobName) => void;
  /** True to take the entries that are left if others are missing. */
  isPartAllowed?: boolean;
};

/**
 * Returns the erasures of the ledger in their order, or null if there is no ledger. Throws if an entry is damaged or
 * missing, or if none of our secrets proves it.
 */
export async function readLedger(
  target: BlobStore,
  keyring: Keyring,
  { onOther, isPartAllowed = false }: ReadingOptions = {},
): Promise<LinkedErasure[] | null> {
  if (!(await hasLedger(target))) return null;
  // Read before the entries: each was written before the head that names it.
  const heads = isPartAllowed ? [] : await knownHeads(target, keyring);
  const names = await Array.fromAsync(target.names(stem));
  const found = new Map<string, LinkedErasure | null>();
  await forEachConcurrently(names, 16, async (name) => {
    if (name === beginning) return;
    if (!isEntry(name)) return onOther?.(name);
    const erasure = readEntry(keyring, name, await target.read(name));
    if (erasure || !found.has(withoutKeySet(name))) found.set(withoutKeySet(name), erasure);
  });
  const erasures = [...found.values()].map((erasure) => erasure ?? refuseOtherSecret());
  if (!isPartAllowed) refuseMissing(erasures, heads);
  return erasures.toSorted((one, other) => one.seq - other.seq);
}

/** The last deletions as the ledger and each backup name them. The ledger was never shorter since then. */
async function knownHeads(target: BlobStore, keyring: Keyring): Promise<ErasureHead[]> {
  const heads = [readHead(keyring, await target.read(beginning))];
  await forEachConcurrently(await manifestsAt(target), 16, async (name) => {
    const { erasures } = (await manifestIfReadable(target, keyring, name)) ?? {};
    if (erasures) heads.push({ seq: erasures.count, hash: Buffer.from(erasures.last, "hex") });
  });
  return heads;
}

/** Null for a backup that is damaged or not ours: it tells nothing about the ledger. */
async function manifestIfReadable(target: BlobStore, keyring: Keyring, name: BlobName): Promise<Manifest | null> {
  try {
    const { manifest, isOurs } = await readManifest(target, keyring, name);
    return isOurs ? manifest : null;
  } catch (error) {
    if (error instanceof BackupDamaged || error instanceof StartRefused) return null;
    throw error;
  }
}

/**
 * Each deletion names the one before it. A site that was restored without this list continues another chain, so two
 * deletions may follow the same one.
 */
function refuseMissing(erasures: readonly LinkedErasure[], heads: readonly ErasureHead[]): void {
  const present = new Set(erasures.map((erasure) => inHex(hashOfErasure(erasure))));
  const needed = [...heads, ...erasures.map(({ seq, previous }) => ({ seq: seq - 1, hash: previous }))];
  const missing = needed.filter(({ seq, hash: last }) => seq > 0 && !present.has(inHex(last))).map(({ seq }) => seq);
  if (missing.length === 0) return;
  throw new StartRefused(
    `The list of deletions is not complete: number ${Math.min(...missing)} is missing, so whoever was deleted then would come back. ` +
      "If the site is still running, make a backup, which writes it again. If not, look for it in a copy of this place. " +
      "To restore with the deletions that are left, use --incomplete-erasures.",
  );
}

/** Null if the entry was written under a secret that was not given. */
function readEntry(keyring: Keyring, name: BlobName, bytes: Uint8Array | null): LinkedErasure | null {
  const { data } = entrySchema.safeParse(parsed(bytes));
  if (!data) throw damagedEntry(name);
  const { seq, subject, id: erased_id, previous, keySet } = data;
  const erasure = { seq, subject, erased_id, at: Date.parse(data.at), previous: Buffer.from(previous, "hex") };
  // Otherwise an entry could be put in the place of another one.
  if (nameOf(keySet, erasure) !== name) throw damagedEntry(name);
  return isProven(keyring, data, provenEntry(erasure), name) ? erasure : null;
}

function readHead(keyring: Keyring, bytes: Uint8Array | null): ErasureHead {
  const { data } = headSchema.safeParse(parsed(bytes));
  if (!data) throw damagedEntry(beginning);
  const head = { seq: data.seq, hash: Buffer.from(data.last, "hex") };
  return isProven(keyring, data, provenHead(head), beginning) ? head : refuseOtherSecret();
}

type Proven = { keySet: string; proof: string };

/** False if it was written under a secret that was not given. */
function isProven({ all }: Keyring, { keySet: id, proof }: Proven, what: string, name: BlobName): boolean {
  const keySet = all.find((known) => known.id === id);
  if (keySet && proofOf(keySet, what) !== proof) throw damagedEntry(name);
  return keySet !== undefined;
}

function refuseOtherSecret(): never {
  throw new StartRefused(
    "Some deletions were noted with a secret that was not given. Add it after the others: in SECRET after a comma, in DATA_DIR/secret on a new line.",
  );
}

const damagedEntry = (name: BlobName) =>
  new StartRefused(
    `The list of deletions is damaged: ${name} is not what was written. Nothing was changed. If the site is still running, ` +
      (name === beginning
        ? "make a backup, which writes it again. If not, restore with --incomplete-erasures."
        : "remove this file and make a backup, which writes it again. If not, remove it and restore with --incomplete-erasures: only the person whom it names comes back."),
  );

function parsed(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    return null;
  }
}
