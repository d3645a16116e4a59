import { createECDH, createHash, createPrivateKey, createPublicKey, hash, sign } from "node:crypto";
import type { PublicJwk } from "#core/proofs/public-keys.ts";
import type { Signer } from "./slip-links.ts";

/** The order of the group of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`) % order;
const bytesOf = (number: bigint) => Buffer.from(number.toString(16).padStart(64, "0"), "hex");
const thumbprint = (members: Readonly<Record<string, string>>) => hash("sha256", JSON.stringify(members), "base64url");

function inverse(number: bigint): bigint {
  let [result, base] = [1n, number];
  for (let exponent = order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % order;
    base = (base * base) % order;
  }
  return result;
}

const pointOf = (scalar: bigint): Buffer => {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(bytesOf(scalar));
  return curve.getPublicKey();
};

/** A key for statements whose signatures are always the same. Use it for test vectors only. */
export function fixedSigner(name: string): Signer {
  const secret = numberOf(hash("sha256", name, "buffer"));
  const point = pointOf(secret);
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const kid = thumbprint({ crv: "P-256", kty: "EC", x, y });
  return {
    publicJwk: { kty: "EC", crv: "P-256", x, y, kid, alg: "ES256", use: "sig" },
    sign(bytes) {
      const nonce = numberOf(createHash("sha256").update(`nonce of ${name}`).update(bytes).digest());
      const r = numberOf(pointOf(nonce).subarray(1, 33));
      const s = (inverse(nonce) * (numberOf(hash("sha256", bytes, "buffer")) + r * secret)) % order;
      return Buffer.concat([bytesOf(r), bytesOf(s)]);
    },
  };
}

/** A log key. Ed25519 signatures are always the same. */
export function fixedLogSigner(name: string) {
  const seed = hash("sha256", name, "buffer");
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const kid = thumbprint({ crv: "Ed25519", kty: "OKP", x });
  const publicJwk = { kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" } as const satisfies PublicJwk;
  return { publicJwk, sign: (bytes: Uint8Array) => sign(null, bytes, key) };
}
