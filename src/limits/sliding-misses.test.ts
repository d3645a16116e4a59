import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SlidingMisses } from "./sliding-misses.ts";

const key = (name: string | number) => createHash("sha256").update(String(name)).digest().subarray(0, 16);
const hour = 3_600_000;
const noon = Date.UTC(2027, 0, 1, 12);
/** An eighth of what a site has, for an eighth of its networks. */
const ofNetworks = () => new SlidingMisses({ windowMs: hour, width: 2 ** 15 });

describe("misses within an hour", () => {
  test("of one network are not forgotten among 125,000 others, and use no more memory", () => {
    const misses = ofNetworks();
    for (let miss = 0; miss < 200; miss += 1) misses.add(key("sweeper"), noon);
    misses.takeUnshared();
    const others = randomBytes(16 * 125_000);
    const before = process.memoryUsage();
    for (let at = 0; at < others.length; at += 16) misses.add(others.subarray(at, at + 16), noon);
    const after = process.memoryUsage();
    expect(misses.count(key("sweeper"), noon)).toBeGreaterThanOrEqual(200);
    expect(misses.takeUnshared().length).toBe(50_000);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8 * 1024 * 1024);
  });

  test("of 1,250 networks are not counted for strangers", () => {
    const misses = ofNetworks();
    for (let sweeper = 0; sweeper < 1250; sweeper += 1) {
      const swept = key(sweeper);
      for (let miss = 0; miss < 30; miss += 1) misses.add(swept, noon);
    }
    const accused = Array.from({ length: 1000 }, (_, at) => misses.count(key(`stranger ${at}`), noon));
    expect(accused.filter((count) => count > 0).length).toBeLessThan(5);
  });

  test("are never counted too low", () => {
    const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 60_000 })), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(times, (steps) => {
        const misses = new SlidingMisses({ windowMs: hour, width: 8 });
        const exact = new Map<number, number>();
        let now = noon;
        for (const [who, ms] of steps) {
          // Stays within one time window, where no counts fade.
          now = Math.min(now + ms, noon + hour - 1);
          misses.add(key(who), now);
          exact.set(who, (exact.get(who) ?? 0) + 1);
        }
        for (const [who, count] of exact) expect(misses.count(key(who), now)).toBeGreaterThanOrEqual(count);
      }),
    );
  });

  test("fall below a limit at the predicted time, not before", () => {
    const counts = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 0, max: hour - 1 }), (before, lately, passed) => {
        const misses = ofNetworks();
        for (let miss = 0; miss < before; miss += 1) misses.add(key("a"), noon);
        for (let miss = 0; miss < lately; miss += 1) misses.add(key("a"), noon + hour);
        const now = noon + hour + passed;
        const wait = misses.msUntilBelow(key("a"), 100, now);
        // Checks the earlier time first: going back in time would not restore the older count.
        if (wait > 1) expect(misses.count(key("a"), now + wait - 2)).toBeGreaterThanOrEqual(100);
        expect(misses.count(key("a"), now + wait)).toBeLessThan(100);
      }),
      { numRuns: 50, examples: [[1, 99, 0]] },
    );
  });

  test("fade while the next hour passes, and are forgotten after it", () => {
    const misses = ofNetworks();
    expect(misses.msUntilBelow(key("a"), 1, noon)).toBe(0);
    for (let miss = 0; miss < 10; miss += 1) misses.add(key("a"), noon);
    expect(misses.count(key("a"), noon + 1.5 * hour)).toBe(5);
    misses.add(key("a"), noon + 1.5 * hour);
    expect(misses.count(key("a"), noon + 3.5 * hour)).toBeLessThan(1);
  });

  test("are shared with other processes as one sum for each hour, again if that failed", () => {
    const [here, there] = [ofNetworks(), ofNetworks()];
    for (const now of [noon, noon, noon + hour]) here.add(key("a"), now);
    const shared = here.takeUnshared();
    expect(shared.map(({ misses }) => misses)).toEqual([2, 1]);
    expect(here.takeUnshared()).toEqual([]);
    here.putBack(shared);
    here.add(key("a"), noon + hour);
    const again = here.takeUnshared();
    expect(again.map(({ misses }) => misses)).toEqual([2, 2]);
    const older = { key: key("a"), slot: there.slotOf(noon - hour), misses: 100 };
    there.learn([...again, older], noon + hour);
    expect(there.count(key("a"), noon + hour)).toBe(4);
    expect(there.count(key("a"), noon + 1.5 * hour)).toBe(3);
  });

  test("are kept when the clock is set back", () => {
    const misses = ofNetworks();
    for (let miss = 0; miss < 10; miss += 1) misses.add(key("a"), noon);
    expect(misses.count(key("a"), noon - 2 * hour)).toBe(10);
  });
});
