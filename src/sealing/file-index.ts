import { createHmac } from "node:crypto";
import type { KeySet } from "./keyring.ts";

/** Stands for a file's SHA-256: the same for the same file, and of no use to who has a copy of it and no secret. */
export const fileIndex = (keySet: KeySet, sha256: Uint8Array): Buffer =>
  createHmac("sha256", keySet.index).update("file\0").update(sha256).digest().subarray(0, 16);
