import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

test("isPublicAddress accepts only addresses of single machines on the open internet", () => {
  const open = ["1.1.1.1", "93.184.216.34", "172.15.255.255", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
  const inside = `
    127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1
    198.18.0.1 224.0.0.1 255.255.255.255 240.0.0.1
    :: ::1 fe80::1 fc00::1 ff02::1 2001:db8::1 2002:7f00:1:: 2001::1
    localhost 1.1.1 0x7f000001 2130706433`;
  const ofClouds = "169.254.169.254 100.100.100.200 192.0.0.192 fd00:ec2::254";
  // IPv4-mapped, IPv4-compatible, and NAT64 with the well-known and the local prefix.
  const withinIPv6 = "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:93.184.216.34 ::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::a00:1";
  const closed = [inside, ofClouds, withinIPv6].join(" ").trim().split(/\s+/);
  expect(closed.filter((address) => isPublicAddress(address))).toEqual([]);
});
