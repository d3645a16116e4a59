import { describe, expect, test } from "vitest";
import { neighbourhoodOf, networkOf } from "./network-of.ts";

describe("the network of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7", "203.0.113"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8:1:2:ffff::", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8::1", "2001:db8:0:0", "2001:db8:0"],
    ["::1", "0:0:0:0", "0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0", "fe80:0:0"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0", "64:ff9b:0"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4", "1:2:3"],
    ["", "", ""],
  ])("of %j is %j, in %j", (address, network, neighbourhood) => {
    expect(networkOf(address)).toBe(network);
    expect(neighbourhoodOf(address)).toBe(neighbourhood);
  });
});
