import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect } from "vitest";
import { attemptInAll, countTries, type LimitRule } from "#limits/limits.ts";
import { sharedLimits, sweepCounters } from "#operations/portal/shared-limits.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import type { InputOf } from "../support/processes/racer-process.ts";
import { sharedRacers } from "../support/processes/racers.ts";

const rule: LimitRule = { name: "sign-in by address", atMost: 3, withinSeconds: 60 };
const other: LimitRule = { name: "sign-in by account", atMost: 5, withinSeconds: 600 };
const allowed = { allowed: true };

const racers = sharedRacers(2);

const start = Date.UTC(2026, 2, 3);
const limitsAt = (portal: Portal, seconds: number) => sharedLimits({ ...portal, now: () => start + seconds * 1000 });

describe.each(engines)("limits on %s", (engine) => {
  const test = testOn(engine);
  test("allow a number of tries in a period, then say how long to wait", async ({ portal }) => {
    const tryAt = (seconds: number) => limitsAt(portal, seconds).attempt([{ rule, key: "192.0.2.7" }]);
    for (const seconds of [0, 10, 20]) expect(await tryAt(seconds)).toEqual(allowed);
    expect(await tryAt(30)).toEqual({ allowed: false, waitSeconds: 30 });
    expect(await tryAt(59.5)).toEqual({ allowed: false, waitSeconds: 1 });
    for (const seconds of [60, 61, 62]) expect(await tryAt(seconds)).toEqual(allowed);
    expect(await tryAt(63)).toEqual({ allowed: false, waitSeconds: 57 });
  });

  test("do not make a client wait longer because it keeps trying", async ({ portal }) => {
    const tryAt = (seconds: number) => limitsAt(portal, seconds).attempt([{ rule, key: "192.0.2.7" }]);
    const verdicts = [];
    for (let seconds = 0; seconds <= 60; seconds += 1) verdicts.push(await tryAt(seconds));
    expect(verdicts.map((verdict) => verdict.allowed)).toEqual([
      ...Array<boolean>(3).fill(true),
      ...Array<boolean>(57).fill(false),
      true,
    ]);
  });

  test("count every key and every rule separately", async ({ portal: { limits } }) => {
    for (let times = 0; times < 4; times += 1) await limits.attempt([{ rule, key: "192.0.2.7" }]);
    expect(await limits.attempt([{ rule, key: "192.0.2.8" }])).toEqual(allowed);
    expect(await limits.attempt([{ rule: other, key: "192.0.2.7" }])).toEqual(allowed);
    expect(await limits.attempt([{ rule, key: "192.0.2.7" }])).toMatchObject({ allowed: false });
  });

  test("count one try against several rules at once and report the longest wait", async ({ portal }) => {
    const both = [
      { rule, key: "192.0.2.7" },
      { rule: other, key: "rahim@example.com" },
    ];
    const tryAt = (seconds: number) => limitsAt(portal, seconds).attempt(both);
    for (const seconds of [0, 0, 0]) expect(await tryAt(seconds)).toEqual(allowed);
    expect(await tryAt(0)).toEqual({ allowed: false, waitSeconds: 60 });
    // Refused tries count too: this is the fifth.
    expect(await tryAt(60)).toEqual(allowed);
    for (const seconds of [60, 60, 60]) expect(await tryAt(seconds)).toEqual({ allowed: false, waitSeconds: 540 });
    await expect(countTries(limitsAt(portal, 60), both)).rejects.toMatchObject({ waitSeconds: 540 });
  });

  test("count a key that is given twice only once, and nothing if no key is given", async ({ portal: { limits } }) => {
    const once = { rule, key: "192.0.2.7" };
    const twice = [once, once];
    for (let times = 0; times < 3; times += 1) expect(await limits.attempt(twice)).toEqual(allowed);
    expect(await limits.attempt(twice)).toMatchObject({ allowed: false });
    expect(await limits.attempt([])).toEqual(allowed);
  });

  test("of all clients together leave each client a first try, from a reserve of the same size", async ({ portal }) => {
    const triesOf = async (counted: LimitRule, clients: string) => {
      const tries = [];
      for (const client of clients) tries.push((await attemptInAll(portal.limits, counted, client)).allowed);
      return tries;
    };
    expect(await triesOf(rule, "aaaabbcde")).toEqual([true, true, true, false, true, false, true, true, false]);
    expect(await triesOf({ ...rule, name: "another" }, "fffa")).toEqual([true, true, true, true]);
  });

  test("forget one key and no other", async ({ portal: { limits } }) => {
    const here = { rule, key: "192.0.2.7" };
    const there = { rule, key: "192.0.2.8" };
    for (let times = 0; times < 4; times += 1) await limits.attempt([here, there]);
    await limits.forget(here);
    await limits.forget({ rule, key: "never seen" });
    expect(await limits.attempt([here])).toEqual(allowed);
    expect(await limits.attempt([there])).toMatchObject({ allowed: false });
  });

  describe("between two processes", () => {
    /** Returns the number of tries, of both processes together, that were allowed. */
    const allowedOf = async (environment: Record<string, string>, inputs: InputOf<"count-tries">[]) => {
      await racers.open(environment);
      const counts = await racers.race("count-tries", inputs);
      return counts.reduce((sum: number, count) => sum + Number(count), 0);
    };

    test("allow 10 of 100 tries at once if the limit is 10", async ({ environment }) => {
      const input = { attempts: [{ rule: { ...rule, atMost: 10 }, key: "192.0.2.7" }], times: 50 };
      expect(await allowedOf(environment, [input, input])).toBe(10);
    });

    test("do not deadlock when the processes count the same keys in opposite orders", async ({ environment }) => {
      const attempts = Array.from({ length: 6 }, (_, at) => ({ rule: { ...rule, atMost: 40 }, key: `192.0.2.${at}` }));
      const inputs = [attempts, attempts.toReversed()].map((each) => ({ attempts: each, times: 50 }));
      expect(await allowedOf(environment, inputs)).toBe(40);
    });
  });

  test("are deleted by a sweep when their period is over, while others continue to count", async ({ portal }) => {
    const keys = Array.from({ length: 1200 }, (_, at) => ({ rule, key: `key ${at}` }));
    await limitsAt(portal, 0).attempt(keys);
    const late = limitsAt(portal, 30);
    for (let times = 0; times < 4; times += 1) await late.attempt([{ rule: other, key: "rahim@example.com" }]);
    const countersLeft = async () =>
      (await portal.database.read.selectFrom("limit_counter").select("key").execute()).length;
    await sweepCounters({ ...portal, now: () => start + 59_000 });
    expect(await countersLeft()).toBe(1201);
    await Promise.all([
      sweepCounters({ ...portal, now: () => start + 60_000 }),
      limitsAt(portal, 60).attempt(keys.slice(0, 100)),
    ]);
    await sweepCounters({ ...portal, now: () => start + 60_000 });
    expect(await countersLeft()).toBe(101);
    const verdicts = [await limitsAt(portal, 61).attempt([{ rule: other, key: "rahim@example.com" }])];
    verdicts.push(await limitsAt(portal, 61).attempt([{ rule: other, key: "rahim@example.com" }]));
    expect(verdicts).toEqual([allowed, { allowed: false, waitSeconds: 569 }]);
  });

  test("store no key in plain text", async ({ environment, portal }) => {
    await portal.limits.attempt([{ rule, key: "planted.person@example.com" }]);
    const { key } = await portal.database.read.selectFrom("limit_counter").select("key").executeTakeFirstOrThrow();
    expect(key).toMatch(/^[-\w]{22}$/);
    const folder = environment["DATA_DIR"] ?? "";
    const files = (await readdir(folder)).filter((file) => file.startsWith("attestry.db"));
    for (const file of files) expect(await readFile(path.join(folder, file), "latin1")).not.toContain("planted");
  });

  test("start from zero under a new SECRET and do not prevent its introduction", async () => {
    const [older, newer] = ["o".repeat(40), "n".repeat(40)];
    const environment = await freshEnvironment(engine);
    const before = await openForTest({ ...environment, SECRET: older });
    for (let times = 0; times < 4; times += 1) await before.limits.attempt([{ rule, key: "192.0.2.7" }]);
    const after = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    expect(await after.limits.attempt([{ rule, key: "192.0.2.7" }])).toEqual(allowed);
  });
});
