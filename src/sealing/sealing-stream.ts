import { type CipherGCM, type KeyLike, createCipheriv, randomBytes } from "node:crypto";
import { nonceLength, sealVersion, tagLength } from "./seal-format.ts";

/** Seals what comes piece by piece. The pieces in order are what `seal` makes of the whole. */
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
