import { createHmac, hkdfSync } from "node:crypto";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { Keyring, KeySet } from "./keyring.ts";
import { isSameSecret } from "./same-secret.ts";

/** Hashes an address or a name for rate limits. Under a new secret, counting starts again. */
export const counterKey = ({ current }: Keyring, rule: string, key: string): string =>
  createHmac("sha256", current.index).update(`limit\0${rule}\0${key}`).digest().subarray(0, 16).toString("base64url");

/** Hashes a part of a request, so that a repeated request is recognised. Returns one hash for each secret. */
export const requestIndexes = (keyring: Keyring, part: "key" | "body", text: string): Buffer[] =>
  keyring.all.map(({ index }) => createHmac("sha256", index).update(`request-${part}\0${text}`).digest());

/**
 * Returns the key of hashes that outlive a secret, because they cannot be made again. It is derived from the data key of
 * the settings, which a rotation of SECRET only wraps again.
 */
export const lastingHashKey = (settingsKey: Uint8Array, of: "share codes" | "audit log"): Buffer =>
  Buffer.from(hkdfSync("sha256", settingsKey, "", of, 32));

/** Hashes a share code together with its name. Codes are stored nowhere else. */
export const shareCodeHash = (settingsKey: Uint8Array, registry: string, code: string, name: string): Buffer =>
  createHmac("sha256", lastingHashKey(settingsKey, "share codes"))
    .update(`${registry}\0${code}\0${name}`)
    .digest()
    .subarray(0, 16);

/** Hashes the mailbox of a person who waits for a number. Returns one hash for each secret, the newest first. */
export const mailboxIndexes = (keyring: Keyring, registry: string, mailbox: string): Buffer[] =>
  keyring.all.map((keySet) => mailboxIndex(keySet, registry, mailbox));

export const mailboxIndex = ({ index }: KeySet, registry: string, mailbox: string): Buffer =>
  createHmac("sha256", index).update(`mailbox\0${registry}\0${mailbox}`).digest().subarray(0, 16);

/** Hashes a file, so that the same file is found in another record. The hash begins with the id of its key set. */
export const fileHash = ({ id, sameFile }: KeySet, registry: string, sha256: string): Buffer =>
  Buffer.concat([
    Buffer.from(id, "hex"),
    createHmac("sha256", sameFile).update(`${registry}\0${sha256}`).digest().subarray(0, fileHashLength),
  ]);

const fileHashLength = 12;

/** Returns the lowest and the highest possible file hash of a key set. */
export function fileHashRange({ id }: KeySet): readonly [Buffer, Buffer] {
  const start = Buffer.from(id, "hex");
  return [start, Buffer.concat([start, Buffer.alloc(fileHashLength, 0xff)])];
}

/** Hashes a visitor's network for counts and for the log of lookups. */
export const networkLogKey = ({ log }: KeySet, network: string): Buffer =>
  createHmac("sha256", log).update(`network\0${network}`).digest().subarray(0, 16);

/** Returns the secrets that sign challenges for one network. The challenges do not verify for another network. */
export const challengeSecrets = ({ proof }: KeySet, network: string): { challenge: string; solution: string } => ({
  challenge: createHmac("sha256", proof).update(`challenge\0${network}`).digest("hex"),
  solution: createHmac("sha256", proof).update(`solution\0${network}`).digest("hex"),
});

/**
 * The images of a record, until a time. A signature made while numbers are looked up is invalid under the policy `code`,
 * and vice versa. One for a holder, by their id, opens what only the holder and staff see.
 */
type SignedImages = { record: string; until: number } & ({ policy: LookupPolicy } | { holder: string });

/** One signature covers all images of a record. */
export const signImages = ({ current }: Keyring, images: SignedImages): string => signature(current, images);

export function areImagesSigned(keyring: Keyring, images: SignedImages, given: string): boolean {
  return keyring.all.some((keySet) => isSameSecret(given, signature(keySet, images)));
}

const signature = (keySet: KeySet, { record, until, ...whose }: SignedImages) =>
  createHmac("sha256", keySet.link)
    .update(`images${useOf(whose)}\0${record}\0${until}`)
    .digest("base64url")
    .slice(0, signatureLength);

function useOf(whose: { policy: LookupPolicy } | { holder: string }): string {
  if ("holder" in whose) return ` of holder ${whose.holder}`;
  return whose.policy === "code" ? " by code" : "";
}

/** 22 characters are 132 bits. */
const signatureLength = 22;
