import { bytesToSign, type CompactStatement, compactText } from "#verify/compact-statement.ts";
import { newSigningKey, signingWith } from "#sealing/signing-keys.ts";
import type { PublicJwk } from "#verify/public-keys.ts";
import type { Sign } from "#sealing/signing-keys.ts";

export type Signer = { publicJwk: PublicJwk; sign: Sign };

/** An invented statement. */
export const rahim: CompactStatement = {
  list: 3,
  place: 65_535,
  published: "2026-03-03",
  issued: "2026-05-22",
  ends: "2026-08-20",
  kinds: ["workPermit"],
  number: "A12345678",
  name: "MD. ABDUR RAHIM",
};

export function newSigner(): Signer {
  const { publicJwk, privateKey } = newSigningKey("statement");
  return { publicJwk, sign: signingWith("statement", privateKey) };
}

/** The link in the QR code of a slip. */
export async function slipLink(origin: string, statement: CompactStatement, { publicJwk, sign }: Signer) {
  const bytes = await bytesToSign(statement, publicJwk);
  return `${origin}/check#${compactText(bytes, new Uint8Array(sign(bytes)))}`;
}
