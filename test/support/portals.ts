import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inject, onTestFinished, test } from "vitest";
import { readConfig } from "#config";
import { type Drawings, openDrawings } from "#documents/drawings.ts";
import { type ImagePipeline, openImagePipeline } from "#documents/image-pipeline.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { sharedLimits } from "#operations/portal/shared-limits.ts";
import { type OpenPortal, openPortal, type PortalOptions } from "#server/open-portal.ts";
import type { Engine } from "#storage/database/database.ts";
import { makeSecret } from "#server/secret-file.ts";
import { createDatabase } from "./processes/postgres.ts";
import { refuseSlowPlans, watchPlans } from "./query-plans.ts";
import { switchEverythingOn } from "./features.ts";
import { freshAdmin, lowGuessingCosts } from "./accounts/fresh-accounts.ts";

/** SQLite alone in a run without a PostgreSQL. */
export const engines: readonly Engine[] = inject("postgresUrl") === "" ? ["sqlite"] : ["sqlite", "postgres"];

export type AtTheEnd = (cleanUp: () => PromiseLike<void>) => void;

export const whenTestEnds: AtTheEnd = (cleanUp) => onTestFinished(async () => cleanUp());

const leftOfFile: (() => PromiseLike<void>)[] = [];

/** Called after each file by the afterAll in close-after-file.ts: the files of one worker share this module. */
export async function closeAfterFile(): Promise<void> {
  for (const cleanUp of leftOfFile.splice(0).toReversed()) await cleanUp();
}

/** For resources that a beforeAll creates: vitest accepts no afterAll inside of a beforeAll. */
export const whenFileEnds: AtTheEnd = (cleanUp) => void leftOfFile.push(cleanUp);

async function freshFolder(atTheEnd: AtTheEnd): Promise<string> {
  const folder = await mkdtemp(path.join(inject("scratch"), "test-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

/**
 * The environment of a portal that nobody else uses: a folder of its own and, on PostgreSQL, a database of its own.
 * Already migrated.
 */
export async function freshEnvironment(
  engine: Engine,
  atTheEnd: AtTheEnd = whenTestEnds,
): Promise<Record<string, string>> {
  const DATA_DIR = await freshFolder(atTheEnd);
  const { folder, database } = inject("migrated");
  if (engine === "postgres") return { DATA_DIR, DATABASE_URL: await createDatabase(inject("postgresUrl"), database) };
  await cp(folder, DATA_DIR, { recursive: true });
  await writeFile(path.join(DATA_DIR, "secret"), makeSecret());
  return { DATA_DIR };
}

/** The environment of a portal before its very first start. */
export async function emptyEnvironment(
  engine: Engine,
  atTheEnd: AtTheEnd = whenTestEnds,
): Promise<Record<string, string>> {
  const DATA_DIR = await freshFolder(atTheEnd);
  return { DATA_DIR, ...(engine === "postgres" && { DATABASE_URL: await createDatabase(inject("postgresUrl")) }) };
}

/** A portal on the given engine, closed when the test ends. */
export async function freshPortal(engine: Engine, wishes?: PortalOptions): Promise<OpenPortal> {
  return openForTest(await freshEnvironment(engine), whenTestEnds, wishes);
}

/** A portal for all tests of a `describe`, opened in its beforeAll. */
export async function sharedPortal(engine: Engine): Promise<OpenPortal> {
  return openForTest(await freshEnvironment(engine, whenFileEnds), whenFileEnds);
}

let pipeline: ImagePipeline | undefined;

/** One pipeline for all files of a worker, because starting a decoder takes longer than most tests. Ends with the worker. */
const sharedPipeline = (): ImagePipeline =>
  (pipeline ??= openImagePipeline({ processes: 2, timeLimitMs: 60_000, memoryLimitMb: 1024 }));

let drawings: Drawings | undefined;

/** One for all files of a worker, for the same reason. Its process ends when it is idle, or with the worker. */
const sharedDrawings = (): Drawings => (drawings ??= openDrawings());

/** Opens a portal on existing data, as another process does, or the same process after a restart. */
export async function openForTest(
  environment: Record<string, string>,
  atTheEnd: AtTheEnd = whenTestEnds,
  wishes?: PortalOptions,
): Promise<OpenPortal> {
  const portal = await openPortal(readConfig(environment), { guessingCosts: lowGuessingCosts, ...wishes });
  atTheEnd(() => portal[Symbol.asyncDispose]());
  await switchEverythingOn(portal);
  const plans = watchPlans(portal);
  atTheEnd(() => refuseSlowPlans(plans));
  return { ...portal, imagePipeline: sharedPipeline(), drawings: sharedDrawings() };
}

/** The same portal as it is this much later. */
export function later(portal: Portal, ms: number): Portal {
  const moved = { ...portal, now: () => portal.now() + ms };
  return { ...moved, limits: sharedLimits(moved) };
}

/**
 * `test` with fixtures: a portal of its own, its environment, another process's portal on the same data (`there`), and
 * an admin.
 */
export const testOn = (engine: Engine) =>
  test
    .extend("environment", async () => freshEnvironment(engine))
    .extend("portal", async ({ environment }) => openForTest(environment))
    .extend("there", async ({ environment }) => openForTest(environment))
    .extend("admin", async ({ portal }) => freshAdmin(portal));

/** Like testOn, with one portal for all tests of the file: for tests that do not affect each other. */
const sharedTestOn = (engine: Engine) =>
  test
    .extend("environment", { scope: "file" }, async () => freshEnvironment(engine, whenFileEnds))
    .extend("portal", { scope: "file" }, async ({ environment }) => openForTest(environment, whenFileEnds))
    .extend("admin", async ({ portal }) => freshAdmin(portal));

/** Created here, because vitest accepts file-scoped fixtures only outside of a `describe`. */
export const sharedTest = { sqlite: sharedTestOn("sqlite"), postgres: sharedTestOn("postgres") };
