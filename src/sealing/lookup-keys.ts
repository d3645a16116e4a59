import { createHmac } from "node:crypto";
import type { KeySet } from "./keyring.ts";

/** What stands for a number in counts and in the log of lookups. It is not the index under which the record is found. */
export const numberLogKey = (keySet: KeySet, canonical: string): Buffer => keyOf(keySet, "number", canonical);

/** What stands for a visitor's network there. */
export const networkLogKey = (keySet: KeySet, network: string): Buffer => keyOf(keySet, "network", network);

const keyOf = ({ log }: KeySet, kind: "number" | "network", text: string) =>
  createHmac("sha256", log).update(`${kind}\0${text}`).digest().subarray(0, 16);

/** Signs challenges for one network: with another's they do not verify. */
export const challengeSecrets = ({ proof }: KeySet, network: string): { challenge: string; solution: string } => ({
  challenge: createHmac("sha256", proof).update(`challenge\0${network}`).digest("hex"),
  solution: createHmac("sha256", proof).update(`solution\0${network}`).digest("hex"),
});
