import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Everything that is not the address of a single machine on the open internet: the special-purpose registries of IANA. */
const special = new BlockList();
for (const range of [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Ranges that lead to an IPv4 address in another way (Teredo, 6to4), and ranges for documentation.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]) {
  const [address = "", bits] = range.split("/");
  special.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
}

/**
 * In IPv6, machines get addresses only in this range. Mapped, translated (NAT64), local and multicast addresses are outside.
 */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return isIPv6(address) && global.check(address, "ipv6") && !special.check(address, "ipv6");
}
