import type { Challenge } from "altcha-lib/types";
import { describe, expect } from "vitest";
import { lookupLimits } from "#limits/lookup-price.ts";
import { levelOf, payloadOf, solved } from "../../support/proofs.ts";
import { engines, openForTest } from "../../support/portals.ts";
import { here, lookupTestOn, noon, shownRecord, visitorAt } from "../../support/visitors.ts";

const second = 1000;
const minute = 60 * second;

// One engine is enough: only used proofs are in the database. Everything else is checked by its signature.
const anyEngine = "sqlite";

describe("a proof of work", () => {
  const test = lookupTestOn(anyEngine);

  test("is valid for one lookup", async ({ portal, visitor, asked: { challenge } }) => {
    const { number } = await shownRecord(portal);
    const proof = await solved(challenge);
    expect((await visitor.asks(number, { proof })).kind).toBe("found");
    expect((await visitor.asks(number, { proof })).kind).toBe("needs-proof");
  });

  test("is valid only in its network: another network cannot use it", async ({ portal, asked: { challenge } }) => {
    const other = visitorAt(portal, "198.51.100.1");
    await other.misses(30);
    expect((await other.asks("MISSING1", { proof: await solved(challenge) })).kind).toBe("needs-proof");
  });

  test("expires after five minutes", async ({ visitor, clock, asked: { challenge } }) => {
    const proof = await solved(challenge);
    clock.now += 5 * minute;
    expect((await visitor.asks("MISSING1", { proof })).kind).toBe("needs-proof");
  });

  test("cannot be forged", async ({ visitor, asked: { challenge } }) => {
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
      Buffer.from(Buffer.from(proof, "base64").toString().padEnd(4000)).toString("base64"),
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

  lookupTestOn(anyEngine, { ...lookupLimits, freeMisses: 5 })(
    "becomes harder with the number of misses, and easy ones cannot be stored up",
    async ({ visitor, asked }) => {
      const cheap = [await solved(asked.challenge)];
      for (let count = 1; count < 6; count += 1) cheap.push(await solved((await visitor.isAsked()).challenge));
      for (const proof of cheap.slice(0, 5)) expect((await visitor.asks("MISSING1", { proof })).kind).toBe("none");
      const { challenge } = await visitor.isAsked();
      expect(levelOf(challenge)).toBe(2);
      expect((await visitor.asks("MISSING1", { proof: cheap[5] })).kind).toBe("needs-proof");
    },
  );
});

describe("a signed wait", () => {
  const test = lookupTestOn(anyEngine);

  test("allows one lookup at a time for neighbouring addresses", async ({ portal, visitor, clock, asked }) => {
    const neighbour = visitorAt(portal, "203.0.113.200");
    await neighbour.misses(30);
    const tickets = [visitor, neighbour].map(async (who) => ({ who, ...(await who.isAsked()).wait }));
    const issued = [{ who: visitor, ...asked.wait }, ...(await Promise.all(tickets))];
    clock.now += 11 * second;
    const outcomes = [];
    for (const { who, ticket } of issued) outcomes.push((await who.asks("MISSING1", { waitTicket: ticket })).kind);
    expect(outcomes.toSorted()).toEqual(["needs-proof", "needs-proof", "none"]);
  });

  test("is valid for one lookup once it is over", async ({ visitor, clock, asked: { wait } }) => {
    expect(wait.seconds).toBe(10);
    clock.now += 4 * second;
    expect((await visitor.isAsked({ waitTicket: wait.ticket })).wait).toEqual({ ticket: wait.ticket, seconds: 6 });
    clock.now += 6 * second;
    expect((await visitor.asks("MISSING1", { waitTicket: wait.ticket })).kind).toBe("none");
    expect((await visitor.isAsked({ waitTicket: wait.ticket })).wait.ticket).not.toBe(wait.ticket);
  });

  test("is bound to its network, expires, and cannot be forged", async ({
    portal,
    visitor,
    clock,
    asked: { wait },
  }) => {
    const other = visitorAt(portal, "198.51.100.1");
    await other.misses(30);
    clock.now += 11 * second;
    expect((await other.asks("MISSING1", { waitTicket: wait.ticket })).kind).toBe("needs-proof");
    const forged = wait.ticket.replace(/.$/, (letter) => (letter === "A" ? "Q" : "A"));
    expect((await visitor.asks("MISSING1", { waitTicket: forged })).kind).toBe("needs-proof");
    clock.now += 10 * minute;
    expect((await visitor.asks("MISSING1", { waitTicket: wait.ticket })).kind).toBe("needs-proof");
  });
});

describe.each(engines)("a proof of work on %s", (engine) => {
  const test = lookupTestOn(engine);

  lookupTestOn(engine, { ...lookupLimits, maxMisses: 10_000 })(
    "that is sent many times at once is valid for one lookup",
    async ({ visitor, asked: { challenge } }) => {
      const proof = await solved(challenge);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => visitor.asks("MISSING1", { proof })));
      expect(outcomes.filter(({ kind }) => kind === "none")).toHaveLength(1);
    },
  );

  test("is valid once, even if several uses of it are written together", async ({ portal: { lookups, database } }) => {
    const use = (id: number) => lookups.usedIds.use(database.lookups, Buffer.alloc(16, id), noon);
    const [first, ...others] = await Promise.all([1, 2, 2, 2, 1].map(use));
    expect(first).toBe(true);
    expect(others).toEqual([true, false, false, false]);
  });

  test("is valid at one process only", async ({ environment }) => {
    const [one, two] = [await openForTest(environment), await openForTest(environment)];
    await visitorAt(one, here).misses(30);
    await visitorAt(two, here).misses(30);
    const { challenge } = await visitorAt(one, here).isAsked();
    const proof = await solved(challenge);
    const outcomes = await Promise.all([one, two].map((portal) => visitorAt(portal, here).asks("MISSING1", { proof })));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["needs-proof", "none"]);
  });
});
