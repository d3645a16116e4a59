/** What the public log is told: what happened, and to which statement, as a hash that says nothing without its nonce. */
export type LogEntry = { kind: "published" | "withdrawn"; commitment: Uint8Array };

const version = "attestry/v1";

/** The bytes of a leaf: a line of words, and the commitment in base64. Uint8Array.toBase64 is too new for the phones of visitors. */
export const encodeEntry = ({ kind, commitment }: LogEntry): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${version} ${kind}\n${btoa(String.fromCharCode(...commitment))}\n`);

/** The first leaf of a tree that goes on where another one cannot: the last checkpoint known of that one, as it was signed. */
export const encodeContinuation = (checkpoint: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${version} continues\n${checkpoint}`);

/** The checkpoint in such a leaf; null for any other one. */
export function continuedCheckpoint(entry: Uint8Array): string | null {
  const text = new TextDecoder().decode(entry);
  const beginning = `${version} continues\n`;
  return text.startsWith(beginning) ? text.slice(beginning.length) : null;
}
