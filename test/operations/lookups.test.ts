import type { Challenge } from "altcha-lib/types";
import { describe, expect, test } from "vitest";
import { lookupLimits } from "#limits/lookup-price.ts";
import { syncMissCounts } from "#operations/lookups/flush-lookups.ts";
import { addRecord } from "#operations/records/add-record.ts";
import type { Portal } from "#operations/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { admin, particulars } from "../support/people.ts";
import { engines, freshEnvironment, freshPortal, openForTest } from "../support/portals.ts";
import { payloadOf, solved } from "../support/proofs.ts";
import { visitorAt } from "../support/visitors.ts";

const here = "203.0.113.7";
const second = 1000;
const minute = 60 * second;
const noon = Date.UTC(2027, 0, 1, 12);

/** The portal under a clock that the test moves. */
function withClock(portal: Portal, start = noon) {
  const clock = { now: start };
  return { clock, portal: { ...portal, now: () => clock.now } };
}

const shown = async (portal: Portal, name = "Rahim Uddin") => {
  const given = particulars({ name });
  await addRecord(portal, admin, { particulars: given, images: {} });
  return String(given["passportNumber"]);
};

const levelOf = ({ parameters }: Challenge) => parameters.data?.["level"];

describe.each(engines)("lookups on %s", (engine) => {
  test("30 misses an hour are free, then proof is asked for whatever the number", async () => {
    const portal = await freshPortal(engine);
    const number = await shown(portal);
    const visitor = visitorAt(portal, here);
    expect(await visitor.misses(30)).toBe("none");
    expect(await visitor.misses(1)).toBe("needs-proof");
    expect((await visitor.asks(number)).kind).toBe("needs-proof");
    expect((await visitorAt(portal, "203.0.113.8").asks(number)).kind).toBe("found");
  });

  test("what is found is free, and hides none of what was missed", async () => {
    const portal = await freshPortal(engine);
    const number = await shown(portal);
    const visitor = visitorAt(portal, here);
    for (let hit = 0; hit < 100; hit += 1) expect((await visitor.asks(number)).kind).toBe("found");
    for (let miss = 0; miss < 30; miss += 1) {
      expect(await visitor.misses(1)).toBe("none");
      if (miss < 29) expect((await visitor.asks(number)).kind).toBe("found");
    }
    expect((await visitor.asks(number)).kind).toBe("needs-proof");
  });

  test("many at once gain nothing", async () => {
    const portal = await freshPortal(engine);
    const visitor = visitorAt(portal, here);
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, at) => visitor.asks(`MISS${at}`)));
    expect(outcomes.filter(({ kind }) => kind === "none")).toHaveLength(30);
  });

  test("the hour slides", async () => {
    const { portal, clock } = withClock(await freshPortal(engine));
    const visitor = visitorAt(portal, here);
    await visitor.misses(30);
    clock.now += 59 * minute;
    expect(await visitor.misses(1)).toBe("needs-proof");
    clock.now += 30 * minute;
    expect(await visitor.misses(14)).toBe("none");
    clock.now += 3 * 60 * minute;
    expect(await visitor.misses(30)).toBe("none");
  });

  test("addresses of one /64 are one visitor, those of another are not", async () => {
    const portal = await freshPortal(engine);
    for (let count = 0; count < 30; count += 1) {
      expect((await visitorAt(portal, `2001:db8:1:2::${count + 1}`).asks("MISSING1")).kind).toBe("none");
    }
    expect((await visitorAt(portal, "2001:db8:1:2:ffff::9").asks("MISSING1")).kind).toBe("needs-proof");
    expect((await visitorAt(portal, "2001:db8:1:3::1").asks("MISSING1")).kind).toBe("none");
  });

  test("from the ceiling on it is refused, and says for how long", async () => {
    const limits = { ...lookupLimits, freeMisses: 300 };
    const { portal, clock } = withClock(await freshPortal(engine, { limits }));
    const visitor = visitorAt(portal, here);
    expect(await visitor.misses(300)).toBe("none");
    clock.now += 10 * minute;
    const outcome = await visitor.asks("MISSING1");
    if (outcome.kind !== "refused") throw new Error(outcome.kind);
    clock.now += (outcome.retryAfterSeconds - 1) * second;
    expect((await visitor.asks("MISSING1")).kind).toBe("refused");
    clock.now += second;
    expect((await visitor.asks("MISSING1")).kind).toBe("none");
    expect((await visitor.asks("MISSING1")).kind).toBe("refused");
  });
});

describe.each(engines)("a proof of work on %s", (engine) => {
  const exhausted = async (more?: { wishes?: Parameters<typeof freshPortal>[1] }) => {
    const { portal, clock } = withClock(await freshPortal(engine, more?.wishes));
    const visitor = visitorAt(portal, here);
    await visitor.misses(30);
    return { portal, clock, visitor, ...(await visitor.isAsked()) };
  };

  test("is good for one lookup", async () => {
    const { portal, visitor, challenge } = await exhausted();
    const number = await shown(portal);
    const proof = await solved(challenge);
    expect((await visitor.asks(number, { proof })).kind).toBe("found");
    expect((await visitor.asks(number, { proof })).kind).toBe("needs-proof");
  });

  test("sent many times at once is good for one", async () => {
    const { visitor, challenge } = await exhausted({ wishes: { limits: { ...lookupLimits, mostMisses: 10_000 } } });
    const proof = await solved(challenge);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => visitor.asks("MISSING1", { proof })));
    expect(outcomes.filter(({ kind }) => kind === "none")).toHaveLength(1);
  });

  test("is good for one even of those that are written down together", async () => {
    const { lookups, database } = await freshPortal(engine);
    const use = (id: number) => lookups.usedIds.use(database.lookups, Buffer.alloc(16, id), noon);
    const [first, ...others] = await Promise.all([1, 2, 2, 2, 1].map(use));
    expect(first).toBe(true);
    expect(others).toEqual([true, false, false, false]);
  });

  test("is good at one process", async () => {
    const environment = await freshEnvironment(engine);
    const [one, two] = [await openForTest(environment), await openForTest(environment)];
    await visitorAt(one, here).misses(30);
    await visitorAt(two, here).misses(30);
    const { challenge } = await visitorAt(one, here).isAsked();
    const proof = await solved(challenge);
    const outcomes = await Promise.all([one, two].map((portal) => visitorAt(portal, here).asks("MISSING1", { proof })));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["needs-proof", "none"]);
  });

  test("is asked for where it is answered: another network cannot use it", async () => {
    const { portal, challenge } = await exhausted();
    const other = visitorAt(portal, "198.51.100.1");
    await other.misses(30);
    expect((await other.asks("MISSING1", { proof: await solved(challenge) })).kind).toBe("needs-proof");
  });

  test("comes too late after five minutes", async () => {
    const { visitor, clock, challenge } = await exhausted();
    const proof = await solved(challenge);
    clock.now += 5 * minute;
    expect((await visitor.asks("MISSING1", { proof })).kind).toBe("needs-proof");
  });

  test("cannot be forged", async () => {
    const { visitor, challenge } = await exhausted();
    const proof = await solved(challenge);
    const payload: { challenge: Challenge; solution: { counter: number; derivedKey: string } } = JSON.parse(
      Buffer.from(proof, "base64").toString(),
    );
    const { solution } = payload;
    const { parameters, signature = "" } = challenge;
    const forgeries = [
      "",
      "%%%",
      Buffer.from("null").toString("base64"),
      "A".repeat(100_000),
      payloadOf(challenge, { ...solution, derivedKey: "00".repeat(32) }),
      payloadOf(challenge, { counter: solution.counter }),
      payloadOf(challenge, {}),
      payloadOf({ ...challenge, signature: signature.replace(/./, (digit) => (digit === "0" ? "1" : "0")) }, solution),
      payloadOf({ parameters }, solution),
      payloadOf({ parameters: { ...parameters, expiresAt: 9_999_999_999 }, signature }, solution),
      payloadOf({ parameters: { ...parameters, data: { level: 9 } }, signature }, solution),
      payloadOf({ parameters: { ...parameters, nonce: "0".repeat(32) }, signature }, solution),
      payloadOf({ parameters: { ...parameters, keySignature: "0".repeat(64) }, signature }, solution),
    ];
    for (const forgery of forgeries) {
      expect((await visitor.asks("MISSING1", { proof: forgery })).kind, forgery.slice(0, 80)).toBe("needs-proof");
    }
    expect((await visitor.asks("MISSING1", { proof })).kind).toBe("none");
  });

  test("grows with what was missed, and cheap ones cannot be stored up", async () => {
    const limits = { ...lookupLimits, freeMisses: 5 };
    const { portal } = withClock(await freshPortal(engine, { limits }));
    const visitor = visitorAt(portal, here);
    await visitor.misses(5);
    const cheap: string[] = [];
    for (let count = 0; count < 6; count += 1) cheap.push(await solved((await visitor.isAsked()).challenge));
    for (const proof of cheap.slice(0, 5)) expect((await visitor.asks("MISSING1", { proof })).kind).toBe("none");
    const { challenge } = await visitor.isAsked();
    expect(levelOf(challenge)).toBe(2);
    expect((await visitor.asks("MISSING1", { proof: cheap[5] })).kind).toBe("needs-proof");
  });
});

describe.each(engines)("a signed wait on %s", (engine) => {
  const waiting = async () => {
    const { portal, clock } = withClock(await freshPortal(engine));
    const visitor = visitorAt(portal, here);
    await visitor.misses(30);
    const { wait } = await visitor.isAsked();
    return { portal, clock, visitor, waitTicket: wait.ticket, seconds: wait.seconds };
  };

  test("is good for one lookup once it is over, and goes on until then", async () => {
    const { visitor, clock, waitTicket, seconds } = await waiting();
    expect(seconds).toBe(10);
    clock.now += 4 * second;
    expect((await visitor.isAsked({ waitTicket })).wait).toEqual({ ticket: waitTicket, seconds: 6 });
    clock.now += 6 * second;
    expect((await visitor.asks("MISSING1", { waitTicket })).kind).toBe("none");
    expect((await visitor.isAsked({ waitTicket })).wait.ticket).not.toBe(waitTicket);
  });

  test("cannot be waited for several times at once, by nobody in the neighbourhood", async () => {
    const { portal, visitor, clock } = await waiting();
    const neighbour = visitorAt(portal, "203.0.113.200");
    await neighbour.misses(30);
    const tickets = [visitor, visitor, neighbour].map(async (who) => ({ who, ...(await who.isAsked()).wait }));
    const issued = await Promise.all(tickets);
    clock.now += 11 * second;
    const outcomes = [];
    for (const { who, ticket } of issued) outcomes.push((await who.asks("MISSING1", { waitTicket: ticket })).kind);
    expect(outcomes.toSorted()).toEqual(["needs-proof", "needs-proof", "none"]);
  });

  test("is bound to its network, ends ten minutes after it was over, and cannot be forged", async () => {
    const { portal, visitor, clock, waitTicket } = await waiting();
    const other = visitorAt(portal, "198.51.100.1");
    await other.misses(30);
    clock.now += 11 * second;
    expect((await other.asks("MISSING1", { waitTicket })).kind).toBe("needs-proof");
    const forged = waitTicket.replace(/.$/, (letter) => (letter === "A" ? "Q" : "A"));
    expect((await visitor.asks("MISSING1", { waitTicket: forged })).kind).toBe("needs-proof");
    clock.now += 10 * minute;
    expect((await visitor.asks("MISSING1", { waitTicket })).kind).toBe("needs-proof");
  });
});

describe.each(engines)("a wave of misses on %s", (engine) => {
  const limits = { ...lookupLimits, calmMisses: 20 };

  test("asks everybody for proof, forgives who found something lately a little, and refuses nobody", async () => {
    const { portal, clock } = withClock(await freshPortal(engine, { limits }));
    const number = await shown(portal);
    const known = visitorAt(portal, "198.51.100.1");
    expect((await known.asks(number)).kind).toBe("found");
    for (let count = 0; count < 20; count += 1) await visitorAt(portal, `203.0.113.${count}`).misses(1);
    const stranger = visitorAt(portal, "198.51.100.2");
    const { challenge } = await stranger.isAsked();
    expect((await stranger.asks(number, { proof: await solved(challenge) })).kind).toBe("found");
    expect(await known.misses(5)).toBe("none");
    expect(await known.misses(1)).toBe("needs-proof");
    clock.now += 25 * minute;
    expect(await visitorAt(portal, "198.51.100.3").misses(1)).toBe("none");
  });
});

describe.each(engines)("names that are guessed, on %s", (engine) => {
  const guarded = async () => {
    const { portal, clock } = withClock(await freshPortal(engine));
    await changeSettings(portal, admin, { change: { lookupPolicy: "guarded" } });
    await currentSettings(portal);
    const number = await shown(portal);
    const from = (at: number) => visitorAt(portal, `198.51.${at}.1`);
    return { portal, clock, number, from };
  };

  test("cost more and more for that number, from wherever, and as much for a number that is on no record", async () => {
    const { number, from } = await guarded();
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

  test("never lock out who knows the name, and cost nothing where the record was found before", async () => {
    const { number, from } = await guarded();
    const holder = from(1);
    expect((await holder.asks(number, { name: "Rahim Uddin" })).kind).toBe("found");
    for (let guess = 0; guess < 5; guess += 1) await from(10 + guess).asks(number, { name: `Wrong Name${guess}` });
    expect((await holder.asks(number, { name: "Rahim Uddin" })).kind).toBe("found");
    const asked = await from(2).asks(number, { name: "Rahim Uddin" });
    if (asked.kind !== "needs-proof") throw new Error(asked.kind);
    const proof = await solved(asked.challenge);
    expect((await from(2).asks(number, { name: "Rahim Uddin", proof })).kind).toBe("found");
  });

  test("are waited for one after another, wherever the guessers are", async () => {
    const { number, from, clock } = await guarded();
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

describe.each(engines)("several processes on %s", (engine) => {
  test("share what they counted", async () => {
    const environment = await freshEnvironment(engine);
    const [one, two] = [await openForTest(environment), await openForTest(environment)];
    await visitorAt(one, here).misses(20);
    await visitorAt(two, here).misses(10);
    await syncMissCounts(one);
    await syncMissCounts(two);
    expect(await visitorAt(two, here).misses(1)).toBe("needs-proof");
    expect(await visitorAt(one, here).misses(1)).toBe("none");
    await syncMissCounts(one);
    expect(await visitorAt(one, here).misses(1)).toBe("needs-proof");
  });

  test("remember it when they start again", async () => {
    const environment = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    await visitorAt(portal, here).misses(30);
    await portal[Symbol.asyncDispose]();
    expect(await visitorAt(await openForTest(environment), here).misses(1)).toBe("needs-proof");
  });
});
