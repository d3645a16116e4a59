import { createHmac } from "node:crypto";
import type { Keyring, KeySet } from "./keyring.ts";

/** Stands for an address or a name in rate limits. Under a new secret counting starts again. */
export const counterKey = ({ current }: Keyring, rule: string, key: string): string =>
  createHmac("sha256", current.index).update(`limit\0${rule}\0${key}`).digest().subarray(0, 16).toString("base64url");

/** Stands for a part of a request that has to be recognized when it is repeated; one hash for each secret. */
export const requestIndexes = (keyring: Keyring, part: "key" | "body", text: string): Buffer[] =>
  keyring.all.map(({ index }) => createHmac("sha256", index).update(`request-${part}\0${text}`).digest());

/** Stands for a visitor's network in counts and in the log of lookups. */
export const networkLogKey = ({ log }: KeySet, network: string): Buffer =>
  createHmac("sha256", log).update(`network\0${network}`).digest().subarray(0, 16);

/** Signs challenges for one network. For another network they do not verify. */
export const challengeSecrets = ({ proof }: KeySet, network: string): { challenge: string; solution: string } => ({
  challenge: createHmac("sha256", proof).update(`challenge\0${network}`).digest("hex"),
  solution: createHmac("sha256", proof).update(`solution\0${network}`).digest("hex"),
});
