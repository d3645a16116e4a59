import { createHash, randomBytes } from "node:crypto";

/** The token of a single-use link. Only its hash is stored, so the database does not reveal usable links. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: linkTokenHash(token) };
}

export const linkTokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();
