import { isIPv6 } from "node:net";

/** What one visitor has at least of the internet: an IPv4 address, or a /64 of IPv6, within which addresses are free. */
export const networkOf = (address: string): string => (isIPv6(address) ? firstGroups(address, 4).join(":") : address);

/** What one customer has at most, as a rule: a /24 of IPv4, a /48 of IPv6. */
export const neighbourhoodOf = (address: string): string =>
  isIPv6(address) ? firstGroups(address, 3).join(":") : address.split(".", 3).join(".");

function firstGroups(address: string, count: number): string[] {
  const [before = "", after] = address.toLowerCase().split("::");
  const start = groupsIn(before);
  const end = groupsIn(after ?? "");
  // An IPv4 address at the end stands for two groups.
  const given = start.length + end.length + (end.at(-1)?.includes(".") ? 1 : 0);
  const zeros = after === undefined ? [] : Array.from({ length: 8 - given }, () => "0");
  return [...start, ...zeros, ...end].slice(0, count).map((group) => group.replace(/^0+(?=.)/, ""));
}

const groupsIn = (part: string) => (part === "" ? [] : part.split(":"));
