import { BlockList, isIP } from "node:net";
import { plainAddress } from "./network-of.ts";

/** True for an address, and for a range such as 10.0.0.0/8. */
export function isAddressRange(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const family = isIP(address);
  if (family === 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

type AddressRange = { address: string; family: "ipv4" | "ipv6"; bits: number };

function rangeIn(text: string): AddressRange {
  const [given = "", bits = "128"] = text.split("/");
  const address = plainAddress(given);
  if (isIP(address) === 6) return { address, family: "ipv6", bits: Number(bits) };
  // Of an IPv4 address that is written as IPv6, only the last 32 bits count.
  const bitsLeft = Number(bits) - (given.includes(":") ? 96 : 0);
  return { address, family: "ipv4", bits: Math.min(32, Math.max(0, bitsLeft)) };
}

export function listOfRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of ranges.map(rangeIn)) list.addSubnet(address, bits, family);
  return list;
}

/** True for a range that is wider than any provider has, or an IPv6 range such as ::1/64, in which Node finds all of IPv4. */
export function isOfStrangers(text: string): boolean {
  const { address, family, bits } = rangeIn(text);
  if (family === "ipv4") return bits < 8;
  const isPrivate = bits >= 7 && /^f[cde]/i.test(address);
  return (bits < 16 && !isPrivate) || listOfRanges([text]).check("192.0.2.1", "ipv4");
}
