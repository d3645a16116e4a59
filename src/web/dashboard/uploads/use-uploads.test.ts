import { expect, test } from "vitest";
import { concurrencyLimit } from "./use-uploads.ts";

test("a sending line limits how many tasks run at a time, and starts the others in order even if one fails", async () => {
  const line = concurrencyLimit(2);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const task = (name: string) =>
    line(() => {
      started.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      return end.promise;
    });
  const [one, two, three, four] = ["one", "two", "three", "four"].map(task);
  await Promise.resolve();
  expect(started).toEqual(["one", "two"]);
  ends.get("two")?.reject(new Error("lost on the way"));
  await expect(two).rejects.toThrow("lost");
  ends.get("one")?.resolve();
  await one;
  await expect.poll(() => started).toEqual(["one", "two", "three", "four"]);
  ends.get("three")?.resolve();
  ends.get("four")?.resolve();
  await Promise.all([three, four]);
});
