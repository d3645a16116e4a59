import { AsyncLocalStorage } from "node:async_hooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { KeyBatcher } from "./key-batcher.ts";

const key = (number: number) => Uint8Array.of(200, number);

const requests = new AsyncLocalStorage<string>();

/** A table with keys up to 99. Each query waits until the test ends it. */
function slowTable() {
  const asked: { keys: number[]; request: string | undefined; end: PromiseWithResolvers<void> }[] = [];
  const batcher = new KeyBatcher(
    async ([keys = []]) => {
      const end = Promise.withResolvers<void>();
      asked.push({ keys: keys.map(([, number]) => Number(number)), request: requests.getStore(), end });
      await end.promise;
      return keys
        .filter(([, number]) => Number(number) < 100)
        .map((found) => ({ id: `row ${String(found[1])}`, key: found }));
    },
    ["key"],
  );
  return { asked, find: async (one: Uint8Array) => (await batcher.find([[one]]))[0] };
}

test("KeyBatcher queries at once while few queries run, and batches the calls that arrive meanwhile", async () => {
  const { asked, find } = slowTable();
  const answers = Array.from({ length: 8 }, (_, number) => find(key(number)));
  expect(asked.map(({ keys }) => keys)).toEqual([[0], [1], [2]]);
  asked[1]?.end.resolve();
  expect(await answers[1]).toMatchObject({ id: "row 1" });
  await expect.poll(() => asked.length).toBe(4);
  expect(asked[3]?.keys).toEqual([3, 4, 5, 6, 7]);
  for (const { end } of asked) end.resolve();
  expect((await Promise.all(answers)).map((row) => row?.["id"])).toEqual(
    Array.from({ length: 8 }, (_, number) => `row ${number}`),
  );
});

test("a query for one call runs in the async context of its request, a query for several calls in none", async () => {
  const { asked, find } = slowTable();
  const answers = ["a", "b", "c", "d"].map((name, at) => requests.run(name, () => find(key(at))));
  asked[0]?.end.resolve();
  await expect.poll(() => asked.length).toBe(4);
  expect(asked.map(({ request }) => request)).toEqual(["a", "b", "c", undefined]);
  for (const { end } of asked) end.resolve();
  await Promise.all(answers);
});

test("KeyBatcher gives each call its own row, and all calls with the same key the same row", async () => {
  const { asked, find } = slowTable();
  const first = [0, 1, 2].map((number) => find(key(number)));
  const answers = [7, 150, 7, 8].map((number) => find(key(number)));
  for (let at = 0; at < 4; at += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.end.resolve();
  }
  await Promise.all(first);
  expect((await Promise.all(answers)).map((row) => row?.["id"])).toEqual(["row 7", undefined, "row 7", "row 8"]);
});

test("a failed query rejects its own calls; waiting calls are still queried", async () => {
  const { asked, find } = slowTable();
  const answers = Array.from({ length: 5 }, (_, number) => find(key(number)));
  asked[0]?.end.reject(new Error("gone"));
  await expect(answers[0]).rejects.toThrow("gone");
  await expect.poll(() => asked.length).toBe(4);
  for (const { end } of asked) end.resolve();
  expect((await Promise.all(answers.slice(1))).map((row) => row?.["id"])).toEqual(["row 1", "row 2", "row 3", "row 4"]);
});

test("calls that waited for a hanging query fail with it; later calls are queried again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { asked, find } = slowTable();
  const answers = Array.from({ length: 5 }, (_, number) => find(key(number)));
  const failed = [0, 3, 4].map((number) => expect(answers[number]).rejects.toThrow("hung"));
  vi.advanceTimersByTime(3000);
  asked[0]?.end.reject(new Error("hung"));
  await Promise.all(failed);
  const next = find(key(9));
  expect(asked.map(({ keys }) => keys)).toEqual([[0], [1], [2], [9]]);
  for (const { end } of asked) end.resolve();
  expect(await Promise.all([answers[1], answers[2], next])).toMatchObject([
    { id: "row 1" },
    { id: "row 2" },
    { id: "row 9" },
  ]);
});

test("KeyBatcher gives each call all its rows once, in the order of its keys, whichever column has them", async () => {
  const rows = [
    { second: key(1), first: key(2) },
    { second: key(3), first: key(4) },
    { second: key(5), first: key(5) },
  ];
  const asked: unknown[] = [];
  const batcher = new KeyBatcher(
    async (keys, isOfOneCall) => {
      asked.push([keys, isOfOneCall]);
      return rows;
    },
    ["second", "first"],
  );
  const calls = [[], [], [], [[key(9), key(3)], [key(2)]], [[key(5)], [key(5)]], [[], [key(9)]]];
  const [, , , both, twice, none] = await Promise.all(calls.map((keys) => batcher.find(keys)));
  expect([both, twice, none]).toEqual([[rows[1], rows[0]], [rows[2]], []]);
  const [seconds, firsts] = [[9, 3, 5].map(key), [2, 5, 9].map(key)];
  expect(asked[3]).toEqual([[seconds, firsts], false]);
});
