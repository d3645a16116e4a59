import { expect, test } from "vitest";
import { sendingLine } from "./sending-line.ts";

test("lets so many run at a time, the others in their order, whatever becomes of them", async () => {
  const line = sendingLine(2);
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) =>
    line(() => {
      begun.push(name);
      const checkAccess = Promise.withResolvers<void>();
      gates.set(name, checkAccess);
      return checkAccess.promise;
    });
  const [one, two, three, four] = ["one", "two", "three", "four"].map(work);
  await Promise.resolve();
  expect(begun).toEqual(["one", "two"]);
  gates.get("two")?.reject(new Error("lost on the way"));
  await expect(two).rejects.toThrow("lost");
  gates.get("one")?.resolve();
  await one;
  await expect.poll(() => begun).toEqual(["one", "two", "three", "four"]);
  gates.get("three")?.resolve();
  gates.get("four")?.resolve();
  await Promise.all([three, four]);
});
