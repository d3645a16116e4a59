import type { PublicJwk } from "#verify/public-keys.ts";
import { type Register, registerType } from "#verify/register.ts";
import { signedToken, unsignedToken } from "./sd-jwt.ts";
import type { Sign } from "./signing-keys.ts";

/** A register with the key that signs it. Readers believe the thumbprint of the key, so the key itself comes along. */
export function registerToken(register: Register, { publicJwk, sign }: { publicJwk: PublicJwk; sign: Sign }): string {
  if (publicJwk.kty !== "EC") throw new Error("a key for statements signs a register");
  const { kid, kty, crv, x, y } = publicJwk;
  return signedToken(sign, unsignedToken(kid, registerType, register, { jwk: { kty, crv, x, y } }));
}
