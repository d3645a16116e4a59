import { hash, timingSafeEqual } from "node:crypto";

/** Takes equally long wherever the two differ, and whatever their lengths are. */
export const isSameSecret = (given: string | Uint8Array, secret: string | Uint8Array): boolean =>
  timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", secret, "buffer"));
