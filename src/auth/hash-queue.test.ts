import { expect, test } from "vitest";
import { openHashQueue } from "./hash-queue.ts";

/** A queue with one hash that runs until `done` is called. */
function busyQueue() {
  const queue = openHashQueue(1);
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const work = (name: string) => async () => void order.push(name);
  const all = [queue.run("strangers", () => first.promise)];
  return { queue, order, work, all, done: () => first.resolve() };
}

const busy = { id: "busy", waitSeconds: 5 };

test("known clients go before all strangers, each group in the order of arrival", async () => {
  const { queue, order, work, all, done } = busyQueue();
  for (const name of ["a", "b"]) all.push(queue.run("strangers", work(name)));
  for (const name of ["c", "d"]) all.push(queue.run("known", work(name)));
  expect(order).toEqual([]);
  done();
  await Promise.all(all);
  expect(order).toEqual(["c", "d", "a", "b"]);
});

test("twenty strangers and a hundred known clients can wait; further ones are refused", async () => {
  const { queue, work, all, done } = busyQueue();
  for (const [priority, most] of [
    ["strangers", 20],
    ["known", 100],
  ] as const) {
    for (let place = 0; place < most; place += 1) {
      queue.checkRoom(priority);
      all.push(queue.run(priority, work(priority)));
    }
    expect(() => queue.checkRoom(priority)).toThrow(expect.objectContaining(busy));
    await expect(queue.run(priority, work("late"))).rejects.toMatchObject(busy);
  }
  done();
  await Promise.all(all);
  queue.checkRoom("strangers");
  queue.checkRoom("known");
});

test("a hash that fails frees its place for the next", async () => {
  const queue = openHashQueue(1);
  await expect(queue.run("strangers", () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
  expect(await queue.run("strangers", async () => "next")).toBe("next");
});
