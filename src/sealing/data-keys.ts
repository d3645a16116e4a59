import { randomBytes } from "node:crypto";
import { withRowId } from "#core/errors.ts";
import type { Keyring } from "./keyring.ts";
import { seal, SealBroken, unseal } from "./seal.ts";

/** The key of one record, and the same key wrapped, as it is stored next to the record. */
export type DataKey = { key: Buffer; wrapped: Buffer };

const idLength = 4;
const wrapPlace = (owner: string) => `key/${owner}`;

export function newDataKey(keyring: Keyring, owner: string): DataKey {
  const key = randomBytes(32);
  return { key, wrapped: wrapKey(keyring, owner, key) };
}

/** The wrapped key consists of: key-set id (4) · sealed key. */
export function wrapKey(keyring: Keyring, owner: string, key: Uint8Array): Buffer {
  const { id, wrap } = keyring.current;
  return Buffer.concat([Buffer.from(id, "hex"), seal(wrap, wrapPlace(owner), key)]);
}

/** Returns the id of the key set that wrapped a key. */
export const wrappedUnder = (wrapped: Uint8Array): string =>
  Buffer.from(wrapped.buffer, wrapped.byteOffset, idLength).toString("hex");

/** `owner`: the id of the row that the key belongs to. */
export function unwrapKey(keyring: Keyring, owner: string, wrapped: Uint8Array): Buffer {
  try {
    const id = wrappedUnder(wrapped);
    const keySet = keyring.all.find((known) => known.id === id);
    if (!keySet) throw new SealBroken(`the key of ${owner} was wrapped under a SECRET that is not given`);
    return unseal(keySet.wrap, wrapPlace(owner), wrapped.subarray(idLength));
  } catch (error) {
    throw withRowId(error, owner);
  }
}
