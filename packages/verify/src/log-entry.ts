import { toBase64 } from "./base64.ts";

/**
 * An entry of the public log: what happened to which statement. The commitment is a hash that reveals nothing without its
 * nonce.
 */
export type LogEntry = { kind: "published" | "withdrawn"; commitment: Uint8Array };

const version = "attestry/v1";

/** What is not UTF-8 becomes U+FFFD, which is in no valid leaf. */
export const leafText = (leaf: Uint8Array | undefined): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(leaf);

/** Encodes a leaf: a line of words, and the commitment in base64. */
export const encodeEntry = ({ kind, commitment }: LogEntry): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${version} ${kind}\n${toBase64(commitment)}\n`);

/** Returns the leaf that withdraws what this leaf published: both have the same commitment. Null for any other leaf. */
export function withdrawalOf(published: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const text = leafText(published);
  const beginning = `${version} published\n`;
  if (!text.startsWith(beginning)) return null;
  return new TextEncoder().encode(`${version} withdrawn\n${text.slice(beginning.length)}`);
}

/**
 * Encodes the first leaf of a tree that replaces one that cannot grow further. It contains that tree's last known signed
 * checkpoint.
 */
export const encodeContinuation = (checkpoint: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${version} continues\n${checkpoint}`);

/** Returns the checkpoint in the first leaf of such a tree. Null for any other leaf. */
export function continuedCheckpoint(entry: Uint8Array): string | null {
  const text = leafText(entry);
  const beginning = `${version} continues\n`;
  return text.startsWith(beginning) ? text.slice(beginning.length) : null;
}
