import { expect, test } from "vitest";
import { sendingLine } from "./use-uploads.ts";

test("lets so many run at a time, the others in their order, whatever becomes of them", async () => {
  const line = sendingLine(2);
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
