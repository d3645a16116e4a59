import type { KeyLike } from "node:crypto";
import { newDataKey, unwrapKey } from "./data-keys.ts";
import type { Keyring } from "./keyring.ts";
import { openedOrNull, seal, unseal } from "./seal.ts";

export const sealJson = (key: KeyLike, place: string, value: unknown): Buffer =>
  seal(key, place, Buffer.from(JSON.stringify(value)));

export const unsealJson = (key: KeyLike, place: string, sealed: Uint8Array): unknown =>
  JSON.parse(unseal(key, place, sealed).toString());

/**
 * Binds columns that must stay readable to the key of their row: `isBound` is false once one of them was changed without
 * the key.
 */
export const bindColumns = (key: KeyLike, kind: string, columns: readonly unknown[]): Buffer =>
  seal(key, JSON.stringify([kind, ...columns]), nothing);

export const isBound = (key: KeyLike, kind: string, columns: readonly unknown[], bound: Uint8Array): boolean =>
  openedOrNull(() => unseal(key, JSON.stringify([kind, ...columns]), bound)) !== null;

const nothing = new Uint8Array();

type SealedColumns = { wrapped_key: Uint8Array; sealed: Uint8Array };

/** Returns the columns of a row whose content is sealed under a new data key of its own. */
export function sealedColumns(keyring: Keyring, kind: string, id: string, content: unknown) {
  const { key, wrapped } = newDataKey(keyring, id);
  return { key_set: keyring.current.id, wrapped_key: wrapped, sealed: sealJson(key, `${kind}/${id}`, content) };
}

/** The result needs no validation: the seal proves that we wrote the content, for this row. */
export const unsealColumns = (keyring: Keyring, kind: string, id: string, row: SealedColumns): unknown =>
  unsealJson(unwrapKey(keyring, id, row.wrapped_key), `${kind}/${id}`, row.sealed);
