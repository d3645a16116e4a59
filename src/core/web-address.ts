import { z } from "zod";

/** Refuses a user name in the address: https://bank.example@evil.example leads to another site than it seems to. */
export function hasNoCredentials(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === "" && url.password === "";
}

export const webAddress = z.httpUrl({ error: "link-format" }).refine(hasNoCredentials, { error: "link-format" });

export const safeWebAddress = webAddress.refine((address) => address.startsWith("https://"), { error: "link-format" });

/**
 * Returns the path and query of a request address as it was sent. A proxy may send the whole address, so the origin is cut
 * off. The path is not normalised, so that all checks read the same one.
 */
export const pathAndQueryOf = (address: string): string => address.replace(/^https?:\/\/[^/?\\]*/i, "");

/** True if a host name in an address means the local machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
