import { createPublicKey, hash, verify } from "node:crypto";
import { verifierKeyParts } from "#verify/policy.ts";
import type { NoteSignature, SignedNote } from "#verify/signed-note.ts";

/** The key types of C2SP signed-note and tlog-cosignature. The signed bytes depend on the type. */
const types = { ed25519: 1, cosignature: 4 } as const;

/** A person or program whose signature on a note can be verified. */
export type Verifier = { name: string; type: number; publicKey: Uint8Array };

function keyIdOf({ name, type, publicKey }: Verifier): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]);
  return hash("sha256", named, "buffer").subarray(0, 4);
}

export const verifierKey = (verifier: Verifier): string =>
  `${verifier.name}+${keyIdOf(verifier).toString("hex")}+${Buffer.of(verifier.type, ...verifier.publicKey).toBase64()}`;

/** Null if the text is not a verifier key. Nobody here verifies the signatures of a key of ML-DSA. */
export function parseVerifierKey(text: string): Verifier | null {
  const parts = verifierKeyParts(text);
  if (!parts) return null;
  const { id, ...verifier } = parts;
  return keyIdOf(verifier).toString("hex") === id ? verifier : null;
}

/** Returns the verifier for the key with which a log signs under a name. */
export const logVerifier = (name: string, { x }: { x: string }): Verifier => ({
  name,
  type: types.ed25519,
  publicKey: Buffer.from(x, "base64url"),
});

export const signNote = (text: string, verifier: Verifier, sign: (bytes: Uint8Array) => Uint8Array): NoteSignature => ({
  name: verifier.name,
  keyId: Uint8Array.from(keyIdOf(verifier)),
  signature: Uint8Array.from(sign(Buffer.from(text))),
});

export const isSignatureOf = (verifier: Verifier, { name, keyId }: NoteSignature): boolean =>
  name === verifier.name && keyIdOf(verifier).equals(keyId);

/**
 * Returns the signatures that this key made on a checkpoint. Null if one has its name and key id but is invalid: then
 * nothing in the checkpoint can be trusted.
 */
export function signaturesOf(verifier: Verifier, note: SignedNote): NoteSignature[] | null {
  const named = note.signatures.filter((signature) => isSignatureOf(verifier, signature));
  return named.every((signature) => doesHold(verifier, note, signature)) ? named : null;
}

function doesHold(verifier: Verifier, note: SignedNote, { signature }: NoteSignature): boolean {
  const { type, publicKey } = verifier;
  const bytes = Buffer.from(signature);
  if (type === types.ed25519) return isEd25519(publicKey, Buffer.from(note.text), bytes);
  if (type !== types.cosignature || bytes.length <= timeBytes) return false;
  const signed = Buffer.from(`cosignature/v1\ntime ${bytes.readBigUInt64BE()}\n${note.text}`);
  return isEd25519(publicKey, signed, bytes.subarray(timeBytes));
}

const timeBytes = 8;

/** Returns when a cosignature was made, in seconds since 1970. */
export const timeOfCosignature = ({ signature }: NoteSignature): number =>
  Number(Buffer.from(signature).readBigUInt64BE());

function isEd25519(publicKey: Uint8Array, bytes: Buffer, signature: Buffer): boolean {
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") };
  try {
    return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
  } catch {
    // Not every sequence of 32 bytes is a valid key.
    return false;
  }
}
