import { createHash, randomBytes } from "node:crypto";

/** What a single-use link carries. Only its hash is kept, so that nobody who reads the database can use it. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: linkTokenHash(token) };
}

export const linkTokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();
