import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "#config";
import { buildDemo, demoCount } from "#demo/build-demo.ts";
import { memorableNumbers } from "#demo/invent-numbers.ts";
import { openPortal } from "#portal";
import { openLog } from "../log.ts";
import { inProject } from "../project-folder.ts";
import { serveUntilStopped } from "./serve-until-stopped.ts";

/** Made anew when what is in it would be different. */
const edition = "1";
const demoFolder = inProject(".demo");

/** Serves a site of invented candidates, from a folder of its own whatever DATA_DIR says. */
export async function run(): Promise<void> {
  const folder = join(demoFolder, edition);
  const config = { ...readConfig(), DATABASE_URL: "", BLOB_URL: "", SECRET: "", REGISTRY: "My_Aust" };
  if (!(await isThere(folder))) await makeDemo(config, folder);
  await serveUntilStopped({ ...config, DATA_DIR: folder }, openLog("warn"), (url) => console.log(welcome(url)));
}

const isThere = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  );

/** Beside its place, and moved there whole, so that an interrupted one is never served. */
async function makeDemo(config: Config, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  console.log("Inventing candidates and drawing their papers. This happens once and takes a minute.");
  {
    await using portal = await openPortal({ ...config, DATA_DIR: draft });
    await buildDemo(portal, (done) => {
      if (done % 20 === 0) console.log(`  ${done} of ${demoCount}`);
    });
  }
  await rename(draft, folder).catch(async (error: unknown) => {
    // Another start was quicker.
    if (!(await isThere(folder))) throw error;
    await rm(draft, { recursive: true });
  });
}

const welcome = (url: string) => `
Attestry Demo Agency: ${demoCount} invented candidates, no real person.

  Site      ${url}
  Try       ${memorableNumbers.map(({ passportNumber }) => passportNumber).join("  ")}
            at ${url}/, or their IRCC numbers at ${url}/Check_Visa:
            ${memorableNumbers.map(({ irccNumber }) => irccNumber).join("  ")}
  Nothing   Z99999999 is on no paper: see what a visitor is told.

Ctrl-C stops it.`;
