import { createHmac } from "node:crypto";
import type { Keyring } from "./keyring.ts";

/** What stands for a part of a request where the same one has to be known again; under each key that may have been used. */
export const requestIndexes = (keyring: Keyring, part: "key" | "body", text: string): Buffer[] =>
  keyring.all.map(({ index }) => createHmac("sha256", index).update(`request-${part}\0${text}`).digest());
