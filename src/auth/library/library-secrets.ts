import type { Keyring, KeySet } from "#sealing/keyring.ts";

/** The text that better-auth signs cookies and encrypts factors with. */
export const librarySecret = ({ session }: KeySet): string => session.export().toString("base64url");

/** Names the key set in what was encrypted under it. */
const secretVersion = ({ id }: KeySet): number => Number.parseInt(id, 16);

/** How everything begins that better-auth encrypted under this set. */
export const envelopeOf = (keySet: KeySet): string => `$ba$${secretVersion(keySet)}$`;

/** The newest first. */
export const librarySecrets = ({ all }: Keyring): { version: number; value: string }[] =>
  all.map((keySet) => ({ version: secretVersion(keySet), value: librarySecret(keySet) }));

/** What better-auth's encryption asks for: all that open, and the one that seals. */
export const encryptionKeys = (keyring: Keyring): { keys: Map<number, string>; currentVersion: number } => ({
  keys: new Map(librarySecrets(keyring).map(({ version, value }) => [version, value])),
  currentVersion: secretVersion(keyring.current),
});
