import { isIP, isIPv6 } from "node:net";

/**
 * Returns the smallest part of the internet that one visitor has, which counts as one client: an IPv4 address, or a /64 of
 * IPv6, in which a visitor can choose any address. A text that is not an address counts unchanged.
 */
export const networkOf = (address: string): string => firstGroups(address, 4) ?? plainAddress(address);

/** Returns the largest part that one customer usually has: a /24 of IPv4, a /48 of IPv6. */
export const neighbourhoodOf = (address: string): string =>
  firstGroups(address, 3) ?? plainAddress(address).split(".", 3).join(".");

/** Turns an IPv4 address that a system or a NAT64 wrote as IPv6 back into IPv4. Other addresses stay unchanged. */
export function plainAddress(address: string): string {
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return isIPv4Inside(groups) ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".") : address;
}

/**
 * Returns the address of a hop as proxies write it, with or without a port: `192.0.2.7:443`, `[2001:db8::1]:443`. Null for
 * anything else.
 */
export function hopAddress(hop: string): string | null {
  const text = hop.trim();
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? null : plainAddress(address);
}

function firstGroups(address: string, count: number): string | null {
  const groups = groupsOf(address);
  return groups.length === 0 || isIPv4Inside(groups) ? null : groups.slice(0, count).join(":");
}

const isIPv4Inside = (groups: readonly string[]) =>
  ["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"].includes(groups.slice(0, 6).join(":"));

/**
 * Returns the eight groups of an IPv6 address. Empty for any other text. The URL parser turns the address into its shortest
 * spelling.
 */
function groupsOf(address: string): string[] {
  // Fast path: this runs for every request, and most addresses are IPv4.
  if (!address.includes(":")) return [];
  const [withoutZone = ""] = address.split("%");
  if (!isIPv6(withoutZone)) return [];
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = shortest.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}
