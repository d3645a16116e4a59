import { fromBase64Url } from "./base64.ts";
import { clockTolerance, isPlace, isTime, verifiedToken } from "./json-web-token.ts";
import type { PublishedKey } from "./public-keys.ts";

type StatusList = { sub: string; iat: number; exp: number; status_list: { bits: number; lst: string } };

/** A list is always fetched as a whole, so that the request does not reveal which place was checked. */
export const statusListPath = (list: number): string => `/status-lists/${list}`;

type StatusCheck = {
  list: number;
  place: number;
  origins: readonly string[];
  keys: readonly PublishedKey[];
  now: number;
};

/** In seconds. Sites sign a list for 15 minutes. One that claims to count much longer would hide what ended since. */
const longestLife = 3600;

/** A list says what stands now, so a replaced key signs none after its end: the tolerance is minutes, not a day. */
function isOfNow({ iat, exp }: Partial<StatusList>, key: PublishedKey, now: number): boolean {
  if (!isTime(iat) || !isTime(exp) || exp - iat > longestLife || exp * 1000 <= now) return false;
  return iat <= Math.min(now / 1000, key.exp ?? Infinity) + clockTolerance;
}

/** True if the statement at a place of a Token Status List stands. Null if the list cannot be trusted. */
export const standsInList = async (token: string, check: StatusCheck): Promise<boolean | null> =>
  (await readStatusList(token, check))?.stands ?? null;

/** `signed`: when the site signed the list, in seconds since 1970. Null if the list cannot be trusted. */
export async function readStatusList(
  token: string,
  { list, place, origins, keys, now }: StatusCheck,
): Promise<{ stands: boolean; signed: number } | null> {
  const verified = await verifiedToken<StatusList>(token, "statuslist+jwt", keys);
  if (!verified || !isOfNow(verified.payload, verified.key, now)) return null;
  const { sub, iat, status_list } = verified.payload;
  const isOwn = origins.some((origin) => sub === origin + statusListPath(list));
  if (!isOwn || status_list?.bits !== 1 || typeof status_list.lst !== "string") return null;
  const bits = await inflated(fromBase64Url(status_list.lst));
  const byte = isPlace(place) ? bits?.[place >> 3] : undefined;
  return byte === undefined || !isTime(iat) ? null : { stands: ((byte >> (place & 7)) & 1) === 0, signed: iat };
}

/** The number of bytes in a full list. Each place has one bit. */
const maxListBytes = 0x1_0000 / 8;

/** Null if the data is damaged, or decompresses to more bytes than a full list has. */
async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const unpacked = new Uint8Array(maxListBytes);
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
