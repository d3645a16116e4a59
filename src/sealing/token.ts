import type { Keyring } from "./keyring.ts";
import { openedOrNull, seal, unseal } from "./seal.ts";

/** Seals a value that leaves the site and comes back unread and unchanged, such as a position in a list. */
export const sealToken = (keyring: Keyring, purpose: string, value: unknown): string =>
  seal(keyring.current.token, `token/${purpose}`, Buffer.from(JSON.stringify(value))).toString("base64url");

/** Returns the value of a token. Null if we did not make the token, or made it for another purpose. */
export function unsealToken(keyring: Keyring, purpose: string, token: string): unknown {
  const sealed = Buffer.from(token, "base64url");
  for (const keySet of keyring.all) {
    const opened = openedOrNull(() => unseal(keySet.token, `token/${purpose}`, sealed));
    if (opened) return JSON.parse(opened.toString());
  }
  return null;
}
