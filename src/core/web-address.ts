import { z } from "zod";

/** https://bank.example@evil.example leads elsewhere than it seems to. */
export function namesNobody(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === "" && url.password === "";
}

export const webAddress = z.httpUrl({ error: "link-format" }).refine(namesNobody, { error: "link-format" });

export const safeWebAddress = webAddress.refine((address) => address.startsWith("https://"), { error: "link-format" });

/** The address of a request as it was sent, of which a proxy may send the whole. Not normalised, or two checks would read two paths. */
export const withoutOrigin = (address: string): string => address.replace(/^https?:\/\/[^/?\\]*/i, "");

/** Whether a host, as addresses write it, is this machine to whoever says it. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
