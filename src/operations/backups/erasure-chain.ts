import { PortalError } from "#core/errors.ts";
import { inHex } from "#verify/in-hex.ts";
import { chainHash, chainStart } from "#sealing/chain.ts";
import { wrappedUnder } from "#sealing/data-keys.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { number, shape, text } from "#core/stored/decoders.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { erasedAmong, type ErasureRow, lastErasure } from "#storage/database/erasures.ts";
import { insertRow, insertRows, type Row, rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

type Erasure = Pick<ErasureRow, "subject" | "erased_id" | "at">;

/** A deletion with its number and the hash of the one before it. */
export type LinkedErasure = Omit<ErasureRow, "written_at">;

/** The number of the last deletion, and its hash. */
export type ErasureHead = { seq: number; hash: Uint8Array };

export const noErasures: ErasureHead = { seq: 0, hash: chainStart };

const headId = "head";
const kind = "erasure_head";

export const sealedHead = sealedUnderOwnKey({
  table: kind,
  place: ({ id }: { id: string }) => `${kind}/${id}`,
  decode: shape({ seq: number, hash: text }),
});

export const hashOfErasure = ({ previous, seq, subject, erased_id, at }: LinkedErasure): Buffer =>
  chainHash(previous, [seq, subject, erased_id, at]);

export const headAt = (last: LinkedErasure): ErasureHead => ({ seq: last.seq, hash: hashOfErasure(last) });

export function linkErasures(head: ErasureHead, erasures: readonly Erasure[]) {
  const rows: LinkedErasure[] = [];
  let end = head;
  for (const { subject, erased_id, at } of erasures) {
    const row = { seq: end.seq + 1, subject, erased_id, at, previous: end.hash };
    rows.push(row);
    end = headAt(row);
  }
  return { rows, head: end };
}

export const sealHead = (keyring: Keyring, { seq, hash }: ErasureHead): Row<"erasure_head"> => ({
  id: headId,
  ...sealedHead.sealColumns(keyring, { id: headId }, { seq, hash: inHex(hash) }),
});

/** Throws SealBroken if the end of the chain was not written with our secret. */
export function openHead(keyring: Keyring, row: Pick<Row<"erasure_head">, "wrapped_key" | "sealed">): ErasureHead {
  const { seq, hash } = sealedHead.openRow(keyring, { ...row, id: headId });
  return { seq, hash: Buffer.from(hash, "hex") };
}

export const insertFirstHead = ({ keyring }: Pick<Portal, "keyring">, writer: Writer): Promise<void> =>
  insertRow(writer, "erasure_head", sealHead(keyring, noErasures));

export const storedHead = async ({ database }: Pick<Portal, "database">) => rowById(database.read, kind, headId);

/**
 * The end of the chain. If the sealed one was changed or removed, the chain goes on after its last row, so that deletions
 * and backups stay possible. The sealed one is then left as it is: `verify` names it until the site is restored.
 */
async function currentHead(keyring: Keyring, reader: Reader, row: Row<"erasure_head"> | undefined) {
  const sealed = openedOrNull(() => row && openHead(keyring, row));
  const last = await lastErasure(reader);
  const hash = sealed?.hash ?? (last ? hashOfErasure(last) : noErasures.hash);
  return { isSealed: Boolean(sealed), head: { seq: Math.max(sealed?.seq ?? 0, last?.seq ?? 0), hash } };
}

export async function erasureHead(portal: Pick<Portal, "database" | "keyring">): Promise<ErasureHead> {
  const row = await storedHead(portal);
  const sealed = openedOrNull(() => row && openHead(portal.keyring, row));
  // Without a lock, a deletion may have been added since the head was read.
  return sealed ?? (await currentHead(portal.keyring, portal.database.read, undefined)).head;
}

/** The chain would end without a sealed end. The cause is shown in the log. */
class SecretMissing extends Error {
  override readonly name = "SecretMissing";
}

/** True if another process has sealed the end under a newer secret. A row that was changed does not say so twice. */
const isUnderOther = ({ all }: Keyring, { key_set, wrapped_key }: Row<"erasure_head">) =>
  wrappedUnder(wrapped_key) === key_set && all.every(({ id }) => id !== key_set);

/** Call this in the transaction that deletes the subjects. Until it ends, other deletions wait. */
export async function noteErasures(
  { database, keyring, now }: Pick<Portal, "database" | "keyring" | "now">,
  writer: Writer,
  subject: ErasureRow["subject"],
  ids: readonly string[],
): Promise<void> {
  const row = await rowForChange(database, writer, kind, headId);
  if (row && isUnderOther(keyring, row)) throw new PortalError("unavailable", { cause: new SecretMissing() });
  const end = await currentHead(keyring, writer, row);
  const known = await erasedAmong(writer, subject, ids);
  const added = ids.filter((id) => !known.has(id)).map((erased_id) => ({ subject, erased_id, at: now() }));
  if (added.length === 0) return;
  const { rows, head } = linkErasures(end.head, added);
  const waiting = rows.map((erasure) => ({ ...erasure, written_at: null }));
  await insertRows(writer, "erasure", waiting);
  if (end.isSealed) await updateRow(writer, kind, headId, sealHead(keyring, head));
}
