import { z } from "zod";

/** https://bank.example@evil.example leads elsewhere than it seems to. */
export function namesNobody(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === "" && url.password === "";
}

export const webAddress = z.httpUrl({ error: "link-format" }).refine(namesNobody, { error: "link-format" });

export const safeWebAddress = webAddress.refine((address) => address.startsWith("https://"), { error: "link-format" });
