import { unwrapKey } from "#sealing/data-keys.ts";
import { seal, unseal } from "#sealing/seal.ts";
import type { ImageRow } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";

const keptPlace = (id: string) => `image-key/${id}`;

/** Wrapped under the key of the record that keeps the image: it opens for as long as the record does. */
export const wrapUnderRecord = (recordKey: Uint8Array, id: string, key: Uint8Array): Buffer =>
  seal(recordKey, keptPlace(id), key);

export const keyUnderRecord = (recordKey: Uint8Array, id: string, wrapped: Uint8Array): Buffer =>
  unseal(recordKey, keptPlace(id), wrapped);

/** The key of an image that no record took yet; null once it was let go. */
export const keyOfWaiting = ({ keyring }: Portal, { id, wrapped_key }: ImageRow): Buffer | null =>
  wrapped_key && unwrapKey(keyring, id, wrapped_key);
