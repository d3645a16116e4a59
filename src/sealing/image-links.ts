import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring, KeySet } from "./keyring.ts";

/** One signature for all images of a record, until a moment. */
export const signImages = ({ current }: Keyring, record: string, until: number): string =>
  signature(current, record, until).toString("base64url");

export function areImagesSigned(keyring: Keyring, record: string, until: number, given: string): boolean {
  const bytes = Buffer.from(given, "base64url");
  return keyring.all.some((keySet) => {
    const expected = signature(keySet, record, until);
    return bytes.byteLength === expected.byteLength && timingSafeEqual(bytes, expected);
  });
}

const signature = (keySet: KeySet, record: string, until: number) =>
  createHmac("sha256", keySet.link).update(`images\0${record}\0${until}`).digest().subarray(0, 16);
