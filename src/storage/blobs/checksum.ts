import { hash } from "node:crypto";

/** The size and the SHA-256 of a file. */
export type Checksum = { size: number; sha256: string };

export const checksumOf = (bytes: Uint8Array): Checksum => ({
  size: bytes.byteLength,
  sha256: hash("sha256", bytes),
});

export const isSameChecksum = (one: Checksum, other: Checksum): boolean =>
  one.size === other.size && one.sha256 === other.sha256;
