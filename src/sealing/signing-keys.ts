import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from "node:crypto";
import type { KeyPurpose, PublicJwk } from "#verify/public-keys.ts";

export type NewSigningKey = { publicJwk: PublicJwk; privateKey: Buffer };

export function newSigningKey(purpose: KeyPurpose): NewSigningKey {
  const { publicKey, privateKey } =
    purpose === "log" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicJwk = publicJwkOf(publicKey.export({ format: "jwk" }));
  // A command would parse a key id with a leading hyphen as an option.
  if (publicJwk.kid.startsWith("-")) return newSigningKey(purpose);
  return { publicJwk, privateKey: privateKey.export({ format: "der", type: "pkcs8" }) };
}

/** Returns the pair of a private key that is stored elsewhere. */
export function signingKeyIn(privateKey: Buffer): NewSigningKey {
  const key = createPrivateKey({ key: privateKey, format: "der", type: "pkcs8" });
  return { publicJwk: publicJwkOf(createPublicKey(key).export({ format: "jwk" })), privateKey };
}

function publicJwkOf({ x = "", y = "", kty }: { kty?: string; x?: string; y?: string }): PublicJwk {
  if (kty === "OKP") {
    const kid = thumbprint({ crv: "Ed25519", kty, x });
    return { kty, crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" };
  }
  const kid = thumbprint({ crv: "P-256", kty: "EC", x, y });
  return { kty: "EC", crv: "P-256", x, y, kid, alg: "ES256", use: "sig" };
}

/** The thumbprint of RFC 7638: the hash of the members that make up the key, in the order of their names. */
const thumbprint = (members: Readonly<Record<string, string>>) => hash("sha256", JSON.stringify(members), "base64url");

/** Returns a signature in the form that JSON Web Signatures and signed notes use: 64 bytes. */
export type Sign = (bytes: Uint8Array) => Buffer;

export function signingWith(purpose: KeyPurpose, privateKey: Buffer): Sign {
  const key: KeyObject = createPrivateKey({ key: privateKey, format: "der", type: "pkcs8" });
  if (purpose === "log") return (bytes) => sign(null, bytes, key);
  return (bytes) => sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" });
}
