import { fromBase64, toBase64 } from "./base64.ts";
import type { CheckpointBody } from "./public-keys.ts";

/** Notes follow C2SP signed-note and tlog-checkpoint: a text, an empty line, and lines with signatures. */

export type NoteSignature = {
  name: string;
  /** Four bytes that distinguish the keys of one name, and the kinds of content that they sign. */
  keyId: Bytes;
  signature: Bytes;
};

type Bytes = Uint8Array<ArrayBuffer>;

export type SignedNote = { text: string; signatures: readonly NoteSignature[] };

export type Checkpoint = SignedNote & CheckpointBody;

const maxCharacters = 200_000;
const maxSignatures = 64;
const keyIdBytes = 4;

export const signatureLine = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(Uint8Array.of(...keyId, ...signature))}\n`;

export const writtenNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join("")}`;

export const checkpointText = ({ origin, size, root }: CheckpointBody): string => `${origin}\n${size}\n${root}\n`;

/** Parses a signed note. Null if the text is not one. Does not verify the signatures. */
export function parseNote(note: string): SignedNote | null {
  if (note.length > maxCharacters || refused.test(note)) return null;
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return null;
  const signatures = parseSignatures(note.slice(end + 2));
  return signatures && signatures.length > 0 ? { text: note.slice(0, end + 1), signatures } : null;
}

/** Controls other than newlines, halves of characters, and what stands for bytes that are not UTF-8. */
// eslint-disable-next-line no-control-regex -- these are what is refused
const refused = /[\0-\x09\x0b-\x1f\ufffd]|\p{Surrogate}/u;

/** Parses the signature lines that a witness answers with. */
export function parseSignatures(lines: string): NoteSignature[] | null {
  if (!lines.endsWith("\n")) return null;
  const parsed = lines
    .slice(0, -1)
    .split("\n", maxSignatures + 1)
    .map(parseSignature);
  return parsed.length <= maxSignatures && parsed.every((one) => one !== null) ? parsed : null;
}

function parseSignature(line: string): NoteSignature | null {
  const [, name = "", written = ""] = /^— ([^\s\x85+]+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? [];
  const bytes = fromBase64(written);
  if (bytes.length <= keyIdBytes) return null;
  return { name, keyId: bytes.subarray(0, keyIdBytes), signature: bytes.subarray(keyIdBytes) };
}

/** Null if the note is not a checkpoint. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const parsed = parseNote(note);
  const [origin = "", size = "", root = "", ...rest] = parsed?.text.split("\n") ?? [];
  const others = rest.slice(0, -1);
  if (!parsed || origin === "" || rest.length === 0 || others.includes("")) return null;
  if (!isCount(size) || fromBase64(root).length !== 32) return null;
  return { ...parsed, origin, size: Number(size), root };
}

/** True for a decimal number without leading zeros, as such notes contain it. */
export const isCount = (text: string): boolean => /^(0|[1-9]\d{0,14})$/.test(text);
