import { describe, expect, test } from "vitest";
import { FairQueue, type QueueClient } from "./fair-queue.ts";

const client = (name: string, more: Partial<QueueClient> = {}) => ({ name, neighbourhood: name, rank: 0, ...more });

/** A queue for one at a time, which works until `done` is called. */
function busyQueue(waiting: readonly number[] = [100, 100]) {
  const queue = new FairQueue({ atOnce: 1, waiting });
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const all: Promise<unknown>[] = [queue.run(client("first"), () => first.promise)];
  const asks = (from: QueueClient, name = from.name) => {
    const asked = queue.run(from, async () => void order.push(name));
    all.push(asked);
    return asked;
  };
  const done = async () => {
    first.resolve();
    await Promise.allSettled(all);
    return order;
  };
  return { queue, asks, done };
}

describe("the next turn", () => {
  test("goes to the client that had fewest, whatever the others have waiting", async () => {
    const { asks, done } = busyQueue();
    for (const name of ["a1", "a2", "a3"]) void asks(client("a"), name);
    void asks(client("b"));
    expect(await done()).toEqual(["a1", "b", "a2", "a3"]);
  });

  test("goes to the neighbourhood that had fewest, however many clients another one has", async () => {
    const { asks, done } = busyQueue();
    for (const name of ["a1", "a2", "a3"]) void asks(client(name, { neighbourhood: "a" }));
    void asks(client("b"));
    expect(await done()).toEqual(["a1", "b", "a2", "a3"]);
  });

  test("goes to a lower rank first, until a client of that rank has had many", async () => {
    const { asks, done } = busyQueue();
    void asks(client("stranger", { rank: 1 }));
    const names = Array.from({ length: 12 }, (_, at) => `k${at}`);
    for (const name of names) void asks(client("known"), name);
    expect(await done()).toEqual([...names.slice(0, 10), "stranger", "k10", "k11"]);
  });

  test("goes to the smaller of two pieces of work of one client", async () => {
    const { asks, done } = busyQueue();
    void asks(client("a", { size: 2 }), "large");
    void asks(client("a", { size: 1 }), "small");
    expect(await done()).toEqual(["small", "large"]);
  });
});

describe("a full queue", () => {
  test("refuses the one that had most turns, not the one that comes last", async () => {
    const { asks, done } = busyQueue([2]);
    const greedy = [asks(client("first"), "one"), asks(client("first"), "two")];
    await expect(asks(client("first"))).rejects.toMatchObject({ id: "busy", waitSeconds: 5 });
    void asks(client("newcomer"));
    await expect(greedy[1]).rejects.toMatchObject({ id: "busy" });
    expect(await done()).toEqual(["newcomer", "one"]);
  });

  test("of one rank leaves the places of another rank alone", async () => {
    const { queue, asks, done } = busyQueue([1, 1]);
    void asks(client("a", { rank: 1 }));
    await expect(asks(client("b", { rank: 1 }))).rejects.toMatchObject({ id: "busy", waitSeconds: 5 });
    void asks(client("c"));
    expect(queue.waiting()).toBe(2);
    expect(await done()).toEqual(["c", "a"]);
  });
});

test("clients above the first rank leave a reserved turn to others", async () => {
  const queue = new FairQueue({ atOnce: 2, waiting: [10, 10], reserved: 1 });
  const slow = client("slow", { rank: 1 });
  const held = await queue.take(slow);
  const further = queue.take(slow);
  expect(queue.waiting()).toBe(1);
  (await queue.take(client("other")))[Symbol.dispose]();
  expect(queue.waiting()).toBe(1);
  held[Symbol.dispose]();
  (await further)[Symbol.dispose]();
});

test("a caller that leaves or fails gives its turn to the next", async () => {
  const queue = new FairQueue({ atOnce: 1, waiting: [10] });
  await expect(queue.run(client("a"), () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
  await expect(queue.take(client("a"), AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  const leaving = new AbortController();
  const first = await queue.take(client("a"));
  const second = queue.take(client("b"), leaving.signal);
  const third = queue.take(client("c"), leaving.signal);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  leaving.abort(new Error("gone"));
  await expect(third).rejects.toThrow("gone");
  (await second)[Symbol.dispose]();
  expect(await queue.run(client("d"), async () => "next")).toBe("next");
});
