import { createHmac } from "node:crypto";
import type { Keyring } from "./keyring.ts";

/** What stands for an address or a name where tries are counted. Under a new secret counting begins anew. */
export const counterKey = ({ current }: Keyring, rule: string, key: string): string =>
  createHmac("sha256", current.index).update(`limit\0${rule}\0${key}`).digest().subarray(0, 16).toString("base64url");
