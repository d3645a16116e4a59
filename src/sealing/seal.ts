import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  type KeyLike,
  randomBytes,
  randomFillSync,
} from "node:crypto";
import { WrongPart } from "#core/stored/decoders.ts";

/** Sealed bytes: version (1) · nonce (12) · ciphertext · tag (16), AES-256-GCM. */
const sealVersion = 1;
const nonceLength = 12;
const tagLength = 16;

const nonceAt = 1;
const bodyAt = nonceAt + nonceLength;

/** Thrown if sealed bytes cannot be opened: wrong key, wrong place, or changed bytes. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/**
 * Seals bytes under a key. `place` names where they belong ("candidate/particulars/<id>"). They cannot be opened for any
 * other place, so an attacker with write access cannot swap the content of two records.
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

/** Returns the bytes that were sealed for `place`. Throws SealBroken for anything else. */
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

/** Seals a stream. The joined pieces have the same format as the result of `seal` for the whole content. */
export class SealingStream {
  readonly #nonce = randomBytes(nonceLength);
  readonly #cipher: CipherGCM;

  constructor(key: KeyLike, place: string) {
    this.#cipher = createCipheriv("aes-256-gcm", key, this.#nonce, { authTagLength: tagLength });
    this.#cipher.setAAD(Buffer.from(place));
  }

  begin(): Buffer {
    return Buffer.concat([Buffer.of(sealVersion), this.#nonce]);
  }

  update(piece: Uint8Array): Buffer {
    return this.#cipher.update(piece);
  }

  end(): Buffer {
    return Buffer.concat([this.#cipher.final(), this.#cipher.getAuthTag()]);
  }
}

/** Null if the seal is broken, or if another version of the program wrote what this one cannot read. */
export function openedOrNull<Opened>(open: () => Opened): Opened | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken || error instanceof WrongPart) return null;
    throw error;
  }
}
