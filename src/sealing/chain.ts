import { createHash, createHmac } from "node:crypto";

export const chainStart: Buffer = Buffer.alloc(32);

/**
 * Returns the hash that chains a stored row to all rows before it. Each part is hashed with its length, so bytes cannot
 * move between parts. With a key, nobody else can compute it.
 */
export function chainHash(
  previous: Uint8Array,
  parts: readonly (string | number | Uint8Array)[],
  key?: Uint8Array,
): Buffer {
  const hash = (key ? createHmac("sha256", key) : createHash("sha256")).update(previous);
  for (const part of parts) {
    const bytes = part instanceof Uint8Array ? part : Buffer.from(String(part));
    hash.update(`${bytes.byteLength}:`).update(bytes);
  }
  return hash.digest();
}
