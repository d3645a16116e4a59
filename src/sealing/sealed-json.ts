import type { KeyLike } from "node:crypto";
import { newDataKey, unwrapKey } from "./data-keys.ts";
import type { Keyring } from "./keyring.ts";
import { seal, unseal } from "./seal.ts";

export const sealJson = (key: KeyLike, place: string, value: unknown): Buffer =>
  seal(key, place, Buffer.from(JSON.stringify(value)));

export const unsealJson = (key: KeyLike, place: string, sealed: Uint8Array): unknown =>
  JSON.parse(unseal(key, place, sealed).toString());

/**
 * Returns the place of content that belongs to these columns of its row. Once one of them was changed without the key, the
 * content does not open any more.
 */
export const boundTo =
  <Column extends string>(kind: string, columns: readonly Column[]) =>
  (row: Readonly<Record<Column, unknown>>): string =>
    JSON.stringify([kind, ...columns.map((column) => row[column])]);

type SealedColumns = { wrapped_key: Uint8Array; sealed: Uint8Array };

/** Returns the columns of a row whose content is sealed under a new data key of its own. */
export function sealedColumns(keyring: Keyring, kind: string, id: string, content: unknown) {
  const { key, wrapped } = newDataKey(keyring, id);
  return { key_set: keyring.current.id, wrapped_key: wrapped, sealed: sealJson(key, `${kind}/${id}`, content) };
}

/** The result needs no validation: the seal proves that we wrote the content, for this row. */
export const unsealColumns = (keyring: Keyring, kind: string, id: string, row: SealedColumns): unknown =>
  unsealJson(unwrapKey(keyring, id, row.wrapped_key), `${kind}/${id}`, row.sealed);
