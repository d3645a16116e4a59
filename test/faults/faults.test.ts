import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createDatabase } from "../support/processes/postgres.ts";
import { missingNeeds } from "./needs.ts";
import { rows } from "./rows.ts";
import type { Workplace } from "./workplace.ts";

async function workplace(): Promise<Workplace> {
  const folder = await mkdtemp(path.join(inject("scratch"), "faults-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    newFolder: () => mkdtemp(path.join(folder, "site-")),
    newDatabase: () => createDatabase(inject("postgresUrl")),
  };
}

/** `npm run faults` runs these rows with more rounds, and also the rows that take long, or need root or programs. */
const short = Object.values(rows).filter(({ shortRounds }) => shortRounds > 0);

describe("a site in trouble:", () => {
  test.for(short)("$promise", { timeout: 120_000 }, async ({ needs, run, shortRounds, control }) => {
    expect(missingNeeds(needs), "needs of a row in npm test").toEqual([]);
    const { problems, acknowledged } = await run(await workplace(), shortRounds);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(5);
    if (control?.isQuick) expect((await control.run(await workplace(), control.rounds)).problems).not.toEqual([]);
  });
});
