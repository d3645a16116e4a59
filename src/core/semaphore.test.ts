import { describe, expect, test } from "vitest";
import { openSemaphore, openSemaphorePerClient } from "./semaphore.ts";

describe("openSemaphore", () => {
  test("serves callers in the order of arrival, and no more than the limit at once", async () => {
    const turns = openSemaphore(2);
    const order: number[] = [];
    let together = 0;
    let most = 0;
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (number) => {
        using _turn = await turns.take();
        order.push(number);
        together += 1;
        most = Math.max(most, together);
        await new Promise(setImmediate);
        together -= 1;
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test("loses no turn if a waiting caller aborts", async () => {
    const turns = openSemaphore(1);
    const leaving = new AbortController();
    const first = await turns.take();
    const second = turns.take(leaving.signal);
    const third = turns.take();
    leaving.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    first[Symbol.dispose]();
    (await third)[Symbol.dispose]();
    await expect(turns.take()).resolves.toBeDefined();
  });

  test("leaves a turn with its caller if the caller aborts a moment later", async () => {
    const turns = openSemaphore(1);
    const leaving = new AbortController();
    const first = await turns.take();
    const second = turns.take(leaving.signal);
    const third = turns.take();
    first[Symbol.dispose]();
    leaving.abort(new Error("gone"));
    (await second)[Symbol.dispose]();
    await expect(third).resolves.toBeDefined();
  });

  test("gives no turn to a caller whose signal is already aborted", async () => {
    await expect(openSemaphore(1).take(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });
});

test("openSemaphorePerClient limits served and waiting requests per client, and no client waits for another", async () => {
  const turns = openSemaphorePerClient({ atOnce: 2, waiting: 3 });
  const { signal } = new AbortController();
  const served: Disposable[] = [];
  const take = async (client: string, leaving = signal) => {
    const turn = await turns.take(client, leaving);
    if (turn) served.push(turn);
    return turn !== null;
  };
  const leaving = new AbortController();
  const greedy = [1, 2, 3, 4].map(() => take("greedy"));
  const gone = take("greedy", leaving.signal);
  expect(await take("greedy")).toBe(false);
  expect(await take("another")).toBe(true);
  expect(served).toHaveLength(3);
  leaving.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  for (const turn of served) {
    turn[Symbol.dispose]();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(greedy)).toEqual([true, true, true, true]);
});
