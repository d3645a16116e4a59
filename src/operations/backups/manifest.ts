import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { hourMs } from "#core/durations.ts";
import { StartRefused } from "#core/errors.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { BackupDamaged } from "./backup-damaged.ts";

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What one backup consists of: rows in chunks, and the blobs of documents. */
const manifestSchema = z.object({
  format: z.literal("1.0"),
  /** The hash of the first event of the audit chain: the same in all backups of a site. */
  site: z.string(),
  origin: z.string(),
  /** The moment whose state the backup contains. */
  madeAt: z.iso.datetime(),
  /** The migration steps that made the tables. */
  steps: z.array(z.string()),
  keySets: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: count, chunks: z.array(sha256) })),
  /** Null if only the database was saved. The chunks list the files of each image. */
  documents: z
    .object({ images: count, files: count, bytes: count, missing: z.array(z.string()), chunks: z.array(sha256) })
    .nullable(),
  /** The number of deletions at that moment, and the hash of the last one. */
  erasures: z.object({ count, last: sha256 }),
});

export type Manifest = z.output<typeof manifestSchema>;

const stem = "backup-";

/** Names sort by time. */
export const manifestName = (madeAt: string): BlobName =>
  blobName(`${stem}${madeAt.replaceAll(/[:-]/g, "").replace(/\.\d+/, "").toLowerCase()}`);

/** The moment in the name, to the second. */
export const timeOfManifest = (name: BlobName): number => {
  const digits = name.slice(stem.length);
  return Date.parse(digits.toUpperCase().replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
};

export const isManifest = (name: BlobName): boolean => name.startsWith(stem);

/** Two lines precede the JSON: its checksum, and the proof that its author has our SECRET. */
export function encodeManifest({ current }: Keyring, manifest: Manifest): Buffer {
  const json = JSON.stringify(manifest, null, 1);
  return Buffer.from(`${hash("sha256", json)}\n${current.id} ${proofOf(current, json)}\n${json}\n`);
}

const proofOf = ({ backup }: Keyring["current"], text: string) =>
  createHmac("sha256", backup).update(text).digest("hex");

/** The clock of the machine that made the backup may have been ahead by this much. */
const clockToleranceMs = hourMs;

export const isInFuture = (name: BlobName): boolean => timeOfManifest(name) > Date.now() + clockToleranceMs;

/** Null unless the backup was made under one of our secrets and is not dated in the future. */
export async function readOwnManifest(target: BlobStore, keyring: Keyring, name: BlobName): Promise<Manifest | null> {
  const { manifest, isOurs } = await readManifest(target, keyring, name);
  return isOurs && !isInFuture(name) ? manifest : null;
}

/** Throws if the manifest is damaged. `isOurs` is true if it was made under one of our secrets. */
export async function readManifest(target: BlobStore, keyring: Keyring, name: BlobName) {
  const bytes = await target.read(name);
  const [checksum, proof = "", ...rest] = Buffer.from(bytes ?? [])
    .toString()
    .split("\n");
  const json = rest.join("\n").replace(/\n$/, "");
  if (bytes === null || hash("sha256", json) !== checksum) throw new BackupDamaged(name);
  const parsed: unknown = JSON.parse(json);
  if (z.looseObject({ format: z.literal(1) }).safeParse(parsed).success) {
    throw new StartRefused(`${name} was made before 1.0 and cannot be opened. New backups need another place.`);
  }
  const { data: manifest } = manifestSchema.safeParse(parsed);
  if (!manifest) throw new StartRefused(`A newer Attestry made ${name}: use that version.`);
  // Otherwise an old manifest, copied under a newer name, would pass for a newer backup.
  if (manifestName(manifest.madeAt) !== name) throw new BackupDamaged(name);
  return { manifest, isOurs: isProven(keyring, proof, json) };
}

function isProven(keyring: Keyring, proof: string, text: string): boolean {
  const [id, given = ""] = proof.split(" ");
  const keySet = keyring.all.find((each) => each.id === id);
  if (!keySet) return false;
  const [expected, found] = [Buffer.from(proofOf(keySet, text)), Buffer.from(given)];
  return expected.byteLength === found.byteLength && timingSafeEqual(expected, found);
}

/** The names of the manifests, oldest first. */
export async function manifestsAt(target: BlobStore): Promise<BlobName[]> {
  return (await Array.fromAsync(target.names(stem))).toSorted();
}
