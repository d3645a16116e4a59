import { generateKeyPairSync, sign } from "node:crypto";
import { signNote, verifierKey } from "#sealing/note-signatures.ts";
import { parseCheckpoint, signatureLine } from "#verify/signed-note.ts";

/** A witness that signs at any time what it is given. */
export function newCosigner(name = "witness.example/w1") {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const verifier = { name, type: 4, publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url") };
  /** Returns the checkpoint, or the proof that ends with one, with the signature of this time in seconds since 1970. */
  const cosigned = (text: string, seconds: number): string => {
    const checkpoint = parseCheckpoint(text.slice(text.search(/[^\n]+\n\d+\n[^\n]{44}\n\n—/)));
    if (!checkpoint) throw new Error("this has no checkpoint");
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${checkpoint.text}`);
    return text + signatureLine(signNote("", verifier, () => Buffer.concat([time, sign(null, signed, privateKey)])));
  };
  return { key: verifierKey(verifier), cosigned };
}
