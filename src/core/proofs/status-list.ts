import { fromBase64Url } from "../base64-url.ts";
import { verifiedToken } from "./json-web-token.ts";
import type { PublishedKey } from "./public-keys.ts";

type StatusList = { sub: string; iat: number; exp: number; status_list: { bits: number; lst: string } };

/** A list is fetched whole, so that nobody learns which of its places was asked for. */
export const statusListPath = (list: number): string => `/status-lists/${list}`;

type Asked = { list: number; place: number; origin: string; keys: readonly PublishedKey[]; now: number };

/** What a Token Status List says of a place; null where the list cannot be believed. */
export async function standsInList(token: string, { list, place, origin, keys, now }: Asked): Promise<boolean | null> {
  const verified = await verifiedToken<StatusList>(token, "statuslist+jwt", keys);
  const { sub, exp = 0, status_list } = verified?.payload ?? {};
  if (sub !== origin + statusListPath(list) || exp * 1000 <= now || status_list?.bits !== 1) return null;
  const bits = await inflated(fromBase64Url(status_list.lst) ?? new Uint8Array());
  const byte = bits?.[place >> 3];
  return byte === undefined ? null : ((byte >> (place & 7)) & 1) === 0;
}

/** As many places as a list has, one bit each. */
const longestList = 0x1_0000 / 8;

/** Null where it is damaged, or would become longer than a list is. */
async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const unpacked = new Uint8Array(longestList);
  let length = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      unpacked.set(part.value, length);
      length += part.value.length;
    }
    return unpacked.subarray(0, length);
  } catch {
    return null;
  }
}
