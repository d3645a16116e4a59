import { describe, expect } from "vitest";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { syncMissCounts } from "#operations/lookups/flush-lookups.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { solved, levelOf } from "../../support/proofs.ts";
import { admin } from "../../support/accounts/people.ts";
import { engines, openForTest, testOn } from "../../support/portals.ts";
import { here, lookupTestOn, shownRecord, visitorAt } from "../../support/visitors.ts";

const second = 1000;
const minute = 60 * second;

// One engine is enough: misses are counted in memory.
const anyEngine = "sqlite";

describe("lookups", () => {
  const test = lookupTestOn(anyEngine);

  test("are free for 30 misses an hour, and then need a proof for every number", async ({ portal, visitor }) => {
    const { number } = await shownRecord(portal);
    expect(await visitor.misses(30)).toBe("none");
    expect(await visitor.misses(1)).toBe("needs-proof");
    expect((await visitor.asks(number)).kind).toBe("needs-proof");
    expect((await visitorAt(portal, "203.0.113.8").asks(number)).kind).toBe("found");
  });

  test("that find a record are free, and do not reset the count of misses", async ({ portal, visitor }) => {
    const { number } = await shownRecord(portal);
    for (let hit = 0; hit < 100; hit += 1) expect((await visitor.asks(number)).kind).toBe("found");
    for (let miss = 0; miss < 30; miss += 1) {
      expect(await visitor.misses(1)).toBe("none");
      if (miss < 29) expect((await visitor.asks(number)).kind).toBe("found");
    }
    expect((await visitor.asks(number)).kind).toBe("needs-proof");
  });

  test("are counted over a sliding hour", async ({ visitor, clock }) => {
    await visitor.misses(30);
    clock.now += 59 * minute;
    expect(await visitor.misses(1)).toBe("needs-proof");
    clock.now += 30 * minute;
    expect(await visitor.misses(14)).toBe("none");
    clock.now += 3 * 60 * minute;
    expect(await visitor.misses(30)).toBe("none");
  });

  test("from one /64 network count as one visitor, and from another one as another visitor", async ({ portal }) => {
    for (let count = 0; count < 30; count += 1) {
      expect((await visitorAt(portal, `2001:db8:1:2::${count + 1}`).asks("MISSING1")).kind).toBe("none");
    }
    expect((await visitorAt(portal, "2001:db8:1:2:ffff::9").asks("MISSING1")).kind).toBe("needs-proof");
    expect((await visitorAt(portal, "2001:db8:1:3::1").asks("MISSING1")).kind).toBe("none");
  });

  lookupTestOn(anyEngine, { ...lookupLimits, freeMisses: 300 })(
    "are refused above the limit, with the time to wait",
    async ({ visitor, clock }) => {
      expect(await visitor.misses(300)).toBe("none");
      clock.now += 10 * minute;
      const outcome = await visitor.asks("MISSING1");
      if (outcome.kind !== "refused") throw new Error(outcome.kind);
      clock.now += (outcome.retryAfterSeconds - 1) * second;
      expect((await visitor.asks("MISSING1")).kind).toBe("refused");
      clock.now += second;
      expect((await visitor.asks("MISSING1")).kind).toBe("none");
      expect((await visitor.asks("MISSING1")).kind).toBe("refused");
    },
  );
});

lookupTestOn(anyEngine)(
  "lookups under the policy code are not counted, not logged, and never find a record",
  async ({ portal, visitor }) => {
    const { number } = await shownRecord(portal);
    const policyIs = async (lookupPolicy: LookupPolicy) => {
      await changeSettings(portal, admin, { change: { lookupPolicy } });
      await currentSettings(portal);
    };
    await policyIs("code");
    expect((await visitor.asks(number, { name: "Rahim Uddin" })).kind).toBe("needs-code");
    expect(await visitor.misses(400)).toBe("needs-code");
    expect(portal.lookups.log.next()).toBeNull();
    await policyIs("open");
    expect(await visitor.misses(30)).toBe("none");
  },
);

describe("a wave of misses", () => {
  const limits = { ...lookupLimits, calmMisses: 20 };
  lookupTestOn(anyEngine, limits)(
    "requires a proof from networks that miss, allows a recent finder a few misses, and refuses nobody",
    async ({ portal, clock }) => {
      const { number } = await shownRecord(portal);
      const known = visitorAt(portal, "198.51.100.1");
      expect((await known.asks(number)).kind).toBe("found");
      for (let count = 0; count < 20; count += 1) await visitorAt(portal, `203.0.113.${count}`).misses(1);
      const stranger = visitorAt(portal, "198.51.100.2");
      expect((await stranger.asks(number)).kind).toBe("found");
      await stranger.misses(limits.forgivenMisses);
      const { challenge } = await stranger.isAsked();
      expect((await stranger.asks(number, { proof: await solved(challenge) })).kind).toBe("found");
      expect(await known.misses(5)).toBe("none");
      expect(await known.misses(1)).toBe("needs-proof");
      clock.now += 25 * minute;
      expect(await visitorAt(portal, "198.51.100.3").misses(1)).toBe("none");
    },
  );
});

describe("beside", () => {
  const test = lookupTestOn(anyEngine);

  test("1,044 misses from 36 addresses, a stranger finds a record, and may mistype once, for nothing", async ({
    portal,
  }) => {
    const { number } = await shownRecord(portal);
    for (let at = 0; at < 36; at += 1) await visitorAt(portal, `203.0.${at}.7`).misses(29);
    expect(await visitorAt(portal, "203.0.1.7").misses(1)).toBe("needs-proof");
    const stranger = visitorAt(portal, "198.51.100.2");
    expect(await stranger.misses(1)).toBe("none");
    expect((await visitorAt(portal, "198.51.100.3").asks(number)).kind).toBe("found");
  });

  const from48 = (part: number, at: number) => `2001:db8:${part}:${at.toString(16)}::1`;
  const from24 = (part: number, at: number) => `203.0.${part}.${at % 250}`;
  test.for([
    ["/48", from48],
    ["/24", from24],
  ] as const)(
    "a sweep through the networks of a %s, which has the free misses of eight, a stranger pays nothing",
    async ([, from], { portal }) => {
      const outcomes = [];
      for (let at = 0; at < 300; at += 1) outcomes.push(await visitorAt(portal, from(1, at)).misses(1));
      expect(outcomes.filter((kind) => kind === "none")).toHaveLength(240);
      expect(outcomes.at(-1)).toBe("needs-proof");
      expect(await visitorAt(portal, from(2, 1)).misses(1)).toBe("none");
      for (let at = 0; at < 300; at += 1) await visitorAt(portal, from(3, at)).misses(1);
      // Many honest people may share a neighbourhood: one who has missed nothing is asked for little, and never refused.
      const neighbour = await visitorAt(portal, from(3, 249)).isAsked();
      expect(levelOf(neighbour.challenge)).toBe(1);
    },
  );
});

describe("names that are guessed", () => {
  const test = lookupTestOn(anyEngine)
    .extend("number", async ({ portal }) => {
      await changeSettings(portal, admin, { change: { lookupPolicy: "guarded" } });
      await currentSettings(portal);
      return (await shownRecord(portal)).number;
    })
    .extend(
      "from",
      ({ portal }) =>
        (at: number) =>
          visitorAt(portal, `198.51.${at}.1`),
    );

  test("cost more and more for that number, with or without a record, from all networks together", async ({
    number,
    from,
  }) => {
    for (const asked of [number, "NOBODYS1"]) {
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await from(guess).asks(asked, { name: `Wrong Name${guess}` })).kind).toBe("none");
      }
      const outcome = await from(99).asks(asked, { name: "Rahim Uddin" });
      if (outcome.kind !== "needs-proof") throw new Error(outcome.kind);
      expect(levelOf(outcome.challenge)).toBe(3);
      expect(outcome.wait.seconds).toBe(40);
    }
    expect((await from(50).asks("ANOTHER1", { name: "Rahim Uddin" })).kind).toBe("none");
  });

  test("do not lock out a person who knows the name, or a recent finder", async ({ number, from }) => {
    const holder = from(1);
    expect((await holder.asks(number, { name: "Rahim Uddin" })).kind).toBe("found");
    for (let guess = 0; guess < 5; guess += 1) await from(10 + guess).asks(number, { name: `Wrong Name${guess}` });
    expect((await holder.asks(number, { name: "Rahim Uddin" })).kind).toBe("found");
    const asked = await from(2).asks(number, { name: "Rahim Uddin" });
    if (asked.kind !== "needs-proof") throw new Error(asked.kind);
    const proof = await solved(asked.challenge);
    expect((await from(2).asks(number, { name: "Rahim Uddin", proof })).kind).toBe("found");
  });

  test("cost the same in a network that found the record as for a number without a record", async ({
    number,
    from,
  }) => {
    const cafe = from(1);
    expect((await cafe.asks(number, { name: "Rahim Uddin" })).kind).toBe("found");
    for (const asked of [number, "NOBODYS1"]) {
      for (let guess = 0; guess < 5; guess += 1) await from(10 + guess).asks(asked, { name: `Wrong Name${guess}` });
      expect((await cafe.asks(asked, { name: "Wrong Name" })).kind).toBe("needs-proof");
    }
  });

  test("can be tried only one after another by waiting, even from several networks", async ({
    number,
    from,
    clock,
  }) => {
    for (let guess = 0; guess < 5; guess += 1) await from(guess).asks(number, { name: `Wrong Name${guess}` });
    const spread = [200, 201, 202].map(from);
    const tickets: string[] = [];
    for (const who of spread) {
      const outcome = await who.asks(number, { name: "Wrong Guess" });
      if (outcome.kind !== "needs-proof") throw new Error(outcome.kind);
      tickets.push(outcome.wait.ticket);
    }
    clock.now += 41 * second;
    const outcomes = await Promise.all(
      spread.map((who, at) => who.asks(number, { name: "Wrong Guess", waitTicket: tickets[at] })),
    );
    expect(outcomes.filter(({ kind }) => kind === "none")).toHaveLength(1);
  });
});

// SQLite answers each before the next begins. PostgreSQL has them all at the same time.
describe.each(engines)("lookups that are sent at once on %s", (engine) => {
  const test = lookupTestOn(engine);

  test("get no more free misses", async ({ visitor }) => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, at) => visitor.asks(`MISS${at}`)));
    expect(outcomes.filter(({ kind }) => kind === "none")).toHaveLength(30);
  });

  test("get no more from all networks of a neighbourhood", async ({ portal }) => {
    const missesFrom = (network: number) => visitorAt(portal, `203.0.3.${network}`).misses(1);
    for (let network = 0; network < 200; network += 1) await missesFrom(network);
    const atOnce = Array.from({ length: 100 }, (_, at) => missesFrom(200 + (at % 50)));
    expect((await Promise.all(atOnce)).filter((kind) => kind === "none")).toHaveLength(40);
  });
});

describe.each(engines)("several processes on %s", (engine) => {
  const test = testOn(engine);

  test("share their counts of misses", async ({ portal: one, there: two }) => {
    await visitorAt(one, here).misses(20);
    await visitorAt(two, here).misses(10);
    await syncMissCounts(one);
    await syncMissCounts(two);
    expect(await visitorAt(two, here).misses(1)).toBe("needs-proof");
    expect(await visitorAt(one, here).misses(1)).toBe("none");
    await syncMissCounts(one);
    expect(await visitorAt(one, here).misses(1)).toBe("needs-proof");
  });

  test("remember their counts of misses after a restart", async ({ environment, portal }) => {
    await visitorAt(portal, here).misses(30);
    await portal[Symbol.asyncDispose]();
    expect(await visitorAt(await openForTest(environment), here).misses(1)).toBe("needs-proof");
  });
});
