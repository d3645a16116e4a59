import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "#config";
import { buildDemo, demoCount } from "#demo/build-demo.ts";
import { demoStaff } from "#demo/demo-staff.ts";
import { memorableNumbers } from "#demo/invent-numbers.ts";
import { roles } from "#core/staff/staff-member.ts";
import { openPortal } from "#portal";
import { openLog } from "../log.ts";
import { inProject } from "../project-folder.ts";
import { type DemoPasswords, demoPasswords } from "./demo-passwords.ts";
import { serveUntilStopped } from "./serve-until-stopped.ts";

/** Made anew when what is in it would be different. */
const edition = "3";
const demoFolder = inProject(".demo");

/** Serves a site of invented candidates, from a folder of its own whatever DATA_DIR says. */
export async function run(): Promise<void> {
  const folder = join(demoFolder, edition);
  const config = { ...readConfig(), DATABASE_URL: "", BLOB_URL: "", SECRET: "", SMTP_URL: "", REGISTRY: "My_Aust" };
  if (!(await isThere(folder))) await makeDemo(config, folder);
  const demo = { ...config, DATA_DIR: folder };
  const passwords = await demoPasswords(demo);
  await serveUntilStopped(demo, openLog("warn"), (url) => console.log(welcome(url, passwords)));
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

const welcome = (url: string, passwords: DemoPasswords) => `
Attestry Demo Agency: ${demoCount} invented candidates, no real person.

  Site      ${url}
  Try       ${memorableNumbers.map(({ passportNumber }) => passportNumber).join("  ")}
            at ${url}/, or their IRCC numbers at ${url}/Check_Visa:
            ${memorableNumbers.map(({ irccNumber }) => irccNumber).join("  ")}
  Nothing   Z99999999 is on no paper: see what a visitor is told.

  Staff     ${url}/login
${roles.map((role) => `            ${demoStaff[role].email.padEnd(30)}${passwords.of(role)}`).join("\n")}
            ${passwords.areKnown ? "Everybody knows this password: it is for this demo alone." : "Others can reach this demo, so its passwords are new at each start."}

Ctrl-C stops it.`;
