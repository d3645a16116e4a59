import { describe, expect, test } from "vitest";
import { openTurns } from "./turns.ts";

describe("turns", () => {
  test("go to those who came first, no more than so many at once", async () => {
    const turns = openTurns(2);
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

  test("are not lost on whoever leaves the line", async () => {
    const turns = openTurns(1);
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

  test("a turn given stays given when its owner leaves a moment later", async () => {
    const turns = openTurns(1);
    const leaving = new AbortController();
    const first = await turns.take();
    const second = turns.take(leaving.signal);
    const third = turns.take();
    first[Symbol.dispose]();
    leaving.abort(new Error("gone"));
    (await second)[Symbol.dispose]();
    await expect(third).resolves.toBeDefined();
  });

  test("are refused to whoever has left already", async () => {
    await expect(openTurns(1).take(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });
});
