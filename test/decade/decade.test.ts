import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject, test } from "vitest";
import { createDatabase } from "../support/processes/postgres.ts";
import { kept } from "./kept.ts";
import { type Ground, makeGround, setClock } from "./real-site.ts";
import { drawSequence, runSequence, sayStep, variedSeeds } from "./sequence.ts";

const databases = { sqlite: undefined, postgres: (from?: string) => createDatabase(inject("postgresUrl"), from) };

/** Runs the work on a ground of its own, under the clock of the sequences. */
async function onGround(engine: keyof typeof databases, work: (ground: Ground) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(inject("scratch"), "decade-"));
  const setRight = setClock();
  try {
    await work(await makeGround(folder, databases[engine]));
  } finally {
    setRight();
    await rm(folder, { recursive: true, force: true });
  }
}

const said = (steps: ReturnType<typeof drawSequence>) => steps.map(sayStep).join("\n");

describe("a site and the model of it", () => {
  test.for([
    ["sqlite", 40, 20],
    ["postgres", 3, 30],
  ] as const)("answer alike on %s in %i drawn sequences", { timeout: 300_000 }, async ([engine, count, steps]) => {
    await onGround(engine, async (ground) => {
      for (const seed of variedSeeds(count, 400, steps))
        expect(await runSequence(ground, drawSequence(seed, steps)), `seed ${seed}`).toBeNull();
    });
  });

  test.for(Object.entries(kept))("answer alike: %s", async ([, steps]) => {
    await onGround("sqlite", async (ground) => {
      expect(await runSequence(ground, steps), said([...steps])).toBeNull();
    });
  });
});
