import { createHmac } from "node:crypto";
import type { KeySet } from "./keyring.ts";

/** What stands for a visitor's network in counts and in the log of lookups. */
export const networkLogKey = ({ log }: KeySet, network: string): Buffer =>
  createHmac("sha256", log).update(`network\0${network}`).digest().subarray(0, 16);

/** Signs challenges for one network: with another's they do not verify. */
export const challengeSecrets = ({ proof }: KeySet, network: string): { challenge: string; solution: string } => ({
  challenge: createHmac("sha256", proof).update(`challenge\0${network}`).digest("hex"),
  solution: createHmac("sha256", proof).update(`solution\0${network}`).digest("hex"),
});
