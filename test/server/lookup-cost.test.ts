import { createHook } from "node:async_hooks";
import crypto, { type Decipheriv } from "node:crypto";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { type Socket, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { laterDay } from "#core/office-clock.ts";
import { irccNumber } from "#core/records/second-number.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { endFalseNumber, listFalseNumbers, markFalseNumber } from "#operations/reports/false-numbers.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { admin } from "../support/accounts/people.ts";
import { serveApi } from "../support/api.ts";
import { uploaded } from "../support/documents.ts";
import { declare, declarePapers, ownField, ownPaper } from "../support/own-fields.ts";
import { freshPortal, whenTestEnds } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

type Cost = { statements: number; hmacs: number; decipherings: number; bytesOpened: number; promises: number };

/** Counts what this process does until the returned function is called. */
function startCounting(): () => Cost {
  const cost: Cost = { statements: 0, hmacs: 0, decipherings: 0, bytesOpened: 0, promises: 0 };
  const { createHmac, createDecipheriv } = crypto;
  const watching = watchQueries(() => void (cost.statements += 1));
  const countDeciphering = (decipher: Decipheriv) => {
    cost.decipherings += 1;
    const update = decipher.update.bind(decipher);
    return Object.assign(decipher, {
      update: (bytes: NodeJS.ArrayBufferView) => {
        cost.bytesOpened += bytes.byteLength;
        return update(bytes);
      },
    });
  };
  Object.assign(crypto, {
    createHmac: (...given: Parameters<typeof createHmac>) => {
      cost.hmacs += 1;
      return createHmac(...given);
    },
    createDecipheriv: (...given: Parameters<typeof createDecipheriv>) => countDeciphering(createDecipheriv(...given)),
  });
  syncBuiltinESMExports();
  const init = (_: number, type: string) => void (cost.promises += Number(type === "PROMISE"));
  const promises = createHook({ init }).enable();
  return () => {
    promises.disable();
    watching[Symbol.dispose]();
    Object.assign(crypto, { createHmac, createDecipheriv });
    syncBuiltinESMExports();
    return cost;
  };
}

type Answered = { status: string; cost: Cost };

/**
 * Sends the request four times on one connection. Returns the cost of the one after the first, when everything is
 * prepared, that made the fewest promises: the test runner now and then makes some of its own.
 */
async function costOfRequest(url: string, path: string): Promise<Answered> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  socket.write(request);
  await once(socket, "data");
  const results = [await costOf(socket, request), await costOf(socket, request), await costOf(socket, request)];
  socket.destroy();
  return results.reduce((least, one) => (one.cost.promises < least.cost.promises ? one : least));
}

function costOf(socket: Socket, request: string): Promise<Answered> {
  const counted = Promise.withResolvers<Answered>();
  // In the next turn, so that the promise of the caller's `await` is not counted.
  setImmediate(() => {
    const stop = startCounting();
    socket.once("data", (bytes: Buffer) => counted.resolve({ cost: stop(), status: bytes.toString().slice(9, 12) }));
    socket.write(request);
  });
  return counted.promise;
}

async function costOfOperation(lookUp: () => unknown): Promise<Cost> {
  await lookUp();
  await nextTurn();
  const stop = startCounting();
  const answer = lookUp();
  const cost = stop();
  await answer;
  return cost;
}

/**
 * The cost of the site's main job, counted. If a change adds to a number, say in its commit why each lookup has to pay
 * for it.
 */
test("a lookup does exactly this much", async () => {
  const portal = await freshPortal("sqlite");
  const images = { photo: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) };
  const record = await addTestRecord(portal, admin, { images, lastDays: { workPermit: "2026-03-31" } });
  const numbers = { hit: record.passportNumber, miss: "MISSING1" };
  const { url, ...running } = await serveApi(portal);
  whenTestEnds(() => running[Symbol.asyncDispose]());

  const operation = (number: string) => costOfOperation(() => lookUpRecord(portal, { by: "passport", number }));
  const request = (number: string) => costOfRequest(url, `/result/${number}`);
  const byEither = (number: string) => costOfRequest(url, `/ircc/${number}`);
  // One statement begins the transaction that all lookups of a turn share.
  const hit = { statements: 2, hmacs: 2, decipherings: 2, bytesOpened: 549 };
  const miss = { statements: 2, hmacs: 1, decipherings: 0, bytesOpened: 0 };
  expect(await operation(numbers.hit)).toEqual({ ...hit, promises: 0 });
  expect(await operation(numbers.miss)).toEqual({ ...miss, promises: 0 });
  expect(await request(numbers.hit)).toEqual({ status: "200", cost: { ...hit, promises: 0 } });
  expect(await request(numbers.miss)).toEqual({ status: "404", cost: { ...miss, promises: 0 } });
  const { bytesOpened: _, ...opened } = hit;

  // Marks of numbers cost no statement: a hit hashes both its numbers.
  const until = laterDay(officeToday(portal), 30);
  await markFalseNumber(portal, admin, { number: numbers.miss, reason: "A false visa", until });
  expect(await request(numbers.miss)).toEqual({ status: "404", cost: { ...miss, promises: 0 } });
  const beside = { ...hit, hmacs: hit.hmacs + 2, promises: 0 };
  expect(await request(numbers.hit)).toEqual({ status: "200", cost: beside });
  const [marked] = await listFalseNumbers(portal, admin);
  await endFalseNumber(portal, admin, { id: marked?.id ?? "" });
  expect(await request(numbers.hit)).toEqual({ status: "200", cost: { ...hit, promises: 0 } });

  // Either number is asked in one statement, with a hash for each. So it costs the same whichever a record has, and a miss
  // costs one more hash than by passport number alone.
  const bySecond = await byEither(record.irccNumber);
  expect(bySecond).toMatchObject({ status: "200", cost: { statements: 2, hmacs: 3, decipherings: 2, promises: 0 } });
  expect(await byEither(numbers.hit)).toEqual(bySecond);
  expect(await byEither(numbers.miss)).toEqual({ status: "404", cost: { ...miss, hmacs: 2, promises: 0 } });

  // By the number that the operator names and forms, it is the same statement, with a hash for each spelling that is sought.
  await changeSettings(portal, system("test"), {
    change: { secondNumber: { ...irccNumber, labels: { en: "Visa number" }, form: ["slash"] } },
  });
  const visa = await addTestRecord(portal, admin, {
    images: { photo: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) },
    lastDays: { workPermit: "2026-03-31" },
    irccNumber: "201/2024/2",
  });
  expect(await byEither(record.irccNumber)).toEqual(bySecond);
  const { bytesOpened: __, ...asBefore } = bySecond.cost;
  expect(await byEither(visa.irccNumber)).toMatchObject({ status: "200", cost: { ...asBefore, hmacs: 4 } });
  expect(await request(numbers.hit)).toEqual({ status: "200", cost: { ...hit, promises: 0 } });

  await declare(portal, ownField("f1", "Kafeel", { audience: "visitors" }));
  await declarePapers(portal, ownPaper("p1", "Wafid medical", { audience: "visitors" }));
  const { passportNumber } = await addTestRecord(portal, admin, {
    own: { f1: "Ali Hassan" },
    images: { p1: await uploaded(portal, admin) },
  });
  expect(await request(passportNumber)).toMatchObject({ status: "200", cost: { ...opened, promises: 0 } });
});
