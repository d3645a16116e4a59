import { expect, test } from "vitest";
import { sendingLine } from "./use-uploads.ts";

test("lets so many run at a time, the others in their order, whatever becomes of them", async () => {
  const line = sendingLine(2);
  const started: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const task = (name: string) =>
    line(() => {
      started.push(name);
      const gate = Promise.withResolvers<void>();
      gates.set(name, gate);
      return gate.promise;
    });
  const [one, two, three, four] = ["one", "two", "three", "four"].map(task);
  await Promise.resolve();
  expect(started).toEqual(["one", "two"]);
  gates.get("two")?.reject(new Error("lost on the way"));
  await expect(two).rejects.toThrow("lost");
  gates.get("one")?.resolve();
  await one;
  await expect.poll(() => started).toEqual(["one", "two", "three", "four"]);
  gates.get("three")?.resolve();
  gates.get("four")?.resolve();
  await Promise.all([three, four]);
});
