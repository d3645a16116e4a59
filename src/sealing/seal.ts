import { type KeyLike, createCipheriv, createDecipheriv, randomFillSync } from "node:crypto";
import { nonceLength, sealVersion, tagLength } from "./seal-format.ts";

const nonceAt = 1;
const bodyAt = nonceAt + nonceLength;

/** What was sealed cannot be opened: another key, another place, or changed bytes. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/**
 * Seals bytes under a key. `place` says where they belong ("candidate/particulars/<id>"): moved elsewhere they do not
 * open, so a thief with write access cannot swap one record's content for another's.
 */
export function seal(key: KeyLike, place: string, plain: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(bodyAt + plain.byteLength + tagLength);
  sealed[0] = sealVersion;
  const nonce = randomFillSync(sealed.subarray(nonceAt, bodyAt));
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(place));
  sealed.set(cipher.update(plain), bodyAt);
  cipher.final();
  sealed.set(cipher.getAuthTag(), bodyAt + plain.byteLength);
  return sealed;
}

/** The bytes that were sealed for `place`; anything else throws SealBroken. */
export function unseal(key: KeyLike, place: string, sealed: Uint8Array): Buffer<ArrayBuffer> {
  if (sealed[0] !== sealVersion || sealed.byteLength < bodyAt + tagLength) throw new SealBroken(`not sealed: ${place}`);
  const tagAt = sealed.byteLength - tagLength;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(nonceAt, bodyAt), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plain = decipher.update(sealed.subarray(bodyAt, tagAt));
  try {
    decipher.final();
  } catch (cause) {
    throw new SealBroken(`seal broken: ${place}`, { cause });
  }
  return plain;
}
