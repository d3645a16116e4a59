import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hopAddress, neighbourhoodOf, networkOf, plainAddress } from "./network-of.ts";

describe("the network of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7", "203.0.113"],
    ["::ffff:192.0.2.7", "192.0.2.7", "192.0.2"],
    ["::FFFF:c000:0207", "192.0.2.7", "192.0.2"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7", "192.0.2"],
    ["::ffff:192.0.2.7%eth0", "192.0.2.7", "192.0.2"],
    ["::ffff:0:192.0.2.7", "0:0:0:0", "0:0:0"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
    ["2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd", "2001:db8:1:2", "2001:db8:1"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8:1:2:ffff::", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8::1", "2001:db8:0:0", "2001:db8:0"],
    ["2001:db8::aaaa:bbbb:cccc:dddd:eeee", "2001:db8:0:aaaa", "2001:db8:0"],
    ["::1", "0:0:0:0", "0:0:0"],
    ["::", "0:0:0:0", "0:0:0"],
    ["1::", "1:0:0:0", "1:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0", "fe80:0:0"],
    ["fe80::2%25", "fe80:0:0:0", "fe80:0:0"],
    ["64:ff9b::192.0.2.1", "192.0.2.1", "192.0.2"],
    ["64:ff9b:1::192.0.2.1", "64:ff9b:1:0", "64:ff9b:1"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4", "1:2:3"],
    ["", "", ""],
    ["not an address", "not an address", "not an address"],
    ["192.0.2.7%eth0", "192.0.2.7%eth0", "192.0.2"],
    ["192.0.2.7:80", "192.0.2.7:80", "192.0.2"],
  ])("of %j is %j, in the neighbourhood %j", (address, network, neighbourhood) => {
    expect(networkOf(address)).toBe(network);
    expect(neighbourhoodOf(address)).toBe(neighbourhood);
  });

  const group = fc.integer({ min: 0, max: 0xffff });
  const groups = fc.tuple(group, group, group, group, group, group, group, group);
  const written = (numbers: readonly number[]) => numbers.map((number) => number.toString(16)).join(":");

  test("is the first half of an IPv6 address in any spelling", () => {
    const spellings = fc.record({ numbers: groups, at: fc.nat(7), length: fc.integer({ min: 1, max: 8 }) });
    fc.assert(
      fc.property(spellings, ({ numbers, at, length }) => {
        const end = Math.min(8, at + length);
        const sparse = numbers.map((number, place) => (place >= at && place < end ? 0 : number));
        const short = `${written(sparse.slice(0, at))}::${written(sparse.slice(end))}`;
        const padded = sparse.map((number) => number.toString(16).toUpperCase().padStart(4, "0")).join(":");
        fc.pre(!/^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/.test(written(sparse)));
        for (const spelling of [short, padded, `${short}%en0`])
          expect(networkOf(spelling)).toBe(written(sparse.slice(0, 4)));
      }),
    );
  });

  test("is the text itself if the text is not an address", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes(":"));
        expect(networkOf(text)).toBe(text);
      }),
    );
  });
});

test.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["64:ff9b::c000:207", "192.0.2.7"],
  ["2001:DB8::1", "2001:DB8::1"],
  ["fe80::1%eth0", "fe80::1%eth0"],
  ["192.0.2.7", "192.0.2.7"],
  ["unix", "unix"],
])("plainAddress turns %s into %s", (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});

test.each([
  [" 192.0.2.7 ", "192.0.2.7"],
  ["192.0.2.7:5678", "192.0.2.7"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["[::ffff:c000:207]:443", "192.0.2.7"],
  ["64:ff9b::c000:207", "192.0.2.7"],
  ["192.0.2.7:", null],
  ["192.0.2.7:123456", null],
  ["192.0.2:80", null],
  ["x[2001:db8::1]", null],
  ["[2001:db8::1]:443, 192.0.2.7", null],
  ["x192.0.2.7:80", null],
  ["192.0.2.7:80x", null],
  ["[192.0.2.7", null],
  ["unknown", null],
  ["_hidden:80", null],
  ["", null],
])("hopAddress reads the hop %j as %j", (hop, address) => {
  expect(hopAddress(hop)).toBe(address);
});
