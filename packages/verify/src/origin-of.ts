import { urlOf } from "./presented.ts";

/** Undefined for an address with other letters than ASCII, which programs convert in different ways, or with spaces. */
export function originOf(address: string): string | undefined {
  const [, host] = /^(?:https?:\/\/)?([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\/[!-~]*)?$/i.exec(address) ?? [];
  const url = host === undefined ? null : urlOf(address);
  // A browser takes `0x7f.1` for 127.0.0.1.
  return url?.hostname === host?.toLowerCase() ? url?.origin : undefined;
}
