import { createHash, randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { appendLeaf, appendLeaves } from "#operations/log/append-leaf.ts";
import type { Portal } from "#operations/portal.ts";
import { currentTree, leavesFrom } from "#storage/database/log.ts";
import { engines, testOn } from "../support/portals.ts";

const entry = (name: string) =>
  ({ kind: "published", commitment: createHash("sha256").update(name).digest() }) as const;

const append = (portal: Portal, name = randomBytes(8).toString("hex")) =>
  portal.database.write((writer) => appendLeaf(portal, writer, entry(name)));

describe.for(engines)("the public log on %s", (engine) => {
  const test = testOn(engine);

  test("gives each leaf of two processes the next place, and none to a change that fails", async ({
    portal,
    there,
  }) => {
    const failing = portal.database.write(async (writer) => {
      await appendLeaf(portal, writer, entry("lost"));
      throw new Error("changed its mind");
    });
    const kept = Array.from({ length: 40 }, (_, at) => append(at % 2 ? there : portal, `leaf ${at}`));
    await expect(failing).rejects.toThrow("changed its mind");
    const places = await Promise.all(kept);
    expect(places.map(({ position }) => position).toSorted((one, other) => one - other)).toEqual([...places.keys()]);
    const several = await portal.database.write((writer) => appendLeaves(there, writer, [entry("a"), entry("b")]));
    expect(several).toEqual([
      { generation: 1, position: 40 },
      { generation: 1, position: 41 },
    ]);
    const tree = await currentTree(there.database.read, there.registry);
    expect(tree).toMatchObject({ size: 42, origin: `${new URL(portal.publicOrigin).host}/log` });
    const leaves = await leavesFrom(there.database.read, tree?.id ?? "", 40, 10);
    const text = (name: string) => `attestry/v1 published\n${createHash("sha256").update(name).digest("base64")}\n`;
    expect(leaves.map((leaf) => Buffer.from(leaf.entry).toString())).toEqual(["a", "b"].map(text));
  });
});
