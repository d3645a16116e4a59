import { expect, onTestFinished, test, vi } from "vitest";
import { AskedTogether } from "./asked-together.ts";

const key = (number: number) => Uint8Array.of(200, number);

/** A table of keys up to 99, which answers when it is let. */
function slowTable() {
  const asked: { keys: number[]; end: PromiseWithResolvers<void> }[] = [];
  const together = new AskedTogether(async (keys) => {
    const end = Promise.withResolvers<void>();
    asked.push({ keys: keys.map(([, number]) => Number(number)), end });
    await end.promise;
    return keys.filter(([, number]) => Number(number) < 100).map((found) => ({ id: `row ${found[1]}`, key: found }));
  }, "key");
  return { asked, together };
}

test("asks at once while few are under way, and what came in the meantime together", async () => {
  const { asked, together } = slowTable();
  const answers = Array.from({ length: 8 }, (_, number) => together.find(key(number)));
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

test("gives each its own row, nobody a row of another, and the same row to all who asked for it", async () => {
  const { asked, together } = slowTable();
  const first = [0, 1, 2].map((number) => together.find(key(number)));
  const answers = [7, 150, 7, 8].map((number) => together.find(key(number)));
  for (let at = 0; at < 4; at += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.end.resolve();
  }
  await Promise.all(first);
  expect((await Promise.all(answers)).map((row) => row?.["id"])).toEqual(["row 7", undefined, "row 7", "row 8"]);
});

test("a failure is told to those who asked; who waited is asked for all the same", async () => {
  const { asked, together } = slowTable();
  const answers = Array.from({ length: 5 }, (_, number) => together.find(key(number)));
  asked[0]?.end.reject(new Error("gone"));
  await expect(answers[0]).rejects.toThrow("gone");
  await expect.poll(() => asked.length).toBe(4);
  for (const { end } of asked) end.resolve();
  expect((await Promise.all(answers.slice(1))).map((row) => row?.["id"])).toEqual(["row 1", "row 2", "row 3", "row 4"]);
});

test("who waited for a query that hung is told so with it, and the next ones are asked again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { asked, together } = slowTable();
  const answers = Array.from({ length: 5 }, (_, number) => together.find(key(number)));
  const failed = [0, 3, 4].map((number) => expect(answers[number]).rejects.toThrow("hung"));
  vi.advanceTimersByTime(3000);
  asked[0]?.end.reject(new Error("hung"));
  await Promise.all(failed);
  const next = together.find(key(9));
  expect(asked.map(({ keys }) => keys)).toEqual([[0], [1], [2], [9]]);
  for (const { end } of asked) end.resolve();
  expect(await Promise.all([answers[1], answers[2], next])).toMatchObject([
    { id: "row 1" },
    { id: "row 2" },
    { id: "row 9" },
  ]);
});
