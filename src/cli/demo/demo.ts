import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { agencies, isAgency } from "#demo/agencies/agencies.ts";
import type { Agency } from "#demo/agency.ts";
import { beginDemo, completeDemo, servedWith } from "#demo/build-demo.ts";
import { demoCount } from "#demo/invent-candidates.ts";
import { type OpenPortal, openPortal, outboxFolderIn } from "#server/open-portal.ts";
import { requireFreePort } from "#server/listen.ts";
import { openLog } from "#server/log.ts";
import { lockFile } from "#storage/database/sqlite/lock-file.ts";
import { inProject } from "#server/project-folder.ts";
import { demoPasswords } from "./demo-passwords.ts";
import type { MailTransport } from "#mail/mail-transport.ts";
import { demoMail, demoWelcome } from "./demo-welcome.ts";
import { makeHolderCard } from "./holder-card.ts";
import { openDoors } from "./open-doors.ts";
import { UsageError } from "../usage-error.ts";
import { serveUntilStopped } from "../serve-until-stopped.ts";
import { onStopSignal } from "../stop-signal.ts";

/** Must change whenever the content of the demo changes. */
const edition = "14";
const demoFolder = inProject(".demo");

const options = { set: { type: "string", default: "as-specified" } } as const;

/** Serves a site of invented candidates from its own folder, no matter what DATA_DIR says. */
export async function run(args: string[]): Promise<void> {
  const { set } = parseArgs({ args, options }).values;
  if (!isAgency(set))
    throw new UsageError(`The demo has no set "${set}": choose ${Object.keys(agencies).join(" or ")}.`);
  const agency = agencies[set];
  const folder = join(demoFolder, `${edition}-${set}`);
  const config = {
    ...readConfig(),
    DATABASE_URL: "",
    BLOB_URL: "",
    BACKUP_URL: "",
    SECRET: "",
    SMTP_URL: "",
    REGISTRY: agency.registry,
  };
  await requireFreePort(config);
  if (!existsSync(folder)) await makeDemo(config, agency, folder);
  const demo = { ...config, DATA_DIR: folder };
  const passwords = await demoPasswords(demo, agency);
  using log = openLog("warn");
  const onServing = async (url: string, portal: OpenPortal) => {
    portal.mail.files = readInTerminal(portal.mail.files);
    portal.mail.last = null;
    const card = await makeHolderCard(portal, agency);
    const isComplete = !existsSync(begunIn(folder));
    console.log(demoWelcome({ url, agency, passwords, card, isComplete, outbox: outboxFolderIn(folder) }));
    if (!isComplete) void inventTheRest(portal, agency, folder).catch((error: unknown) => console.error(error));
  };
  await serveUntilStopped(demo, log, onServing, { around: (parts) => openDoors(parts, passwords) });
}

/**
 * The user of the demo reads its mails in the terminal. So the site offers everything that it offers when mails are
 * sent.
 */
const readInTerminal = (files: MailTransport): MailTransport => ({
  keepsMails: false,
  deliver: async (mail, cut) => {
    await files.deliver(mail, cut);
    console.log(demoMail(mail));
  },
});

/** The time when a demo was begun, until it has all its candidates. */
const begunIn = (folder: string) => join(folder, "begun");

/** Made in a temporary folder and then renamed: the first candidates are served all together. */
async function makeDemo(config: Config, agency: Agency, folder: string): Promise<void> {
  const temporary = `${folder}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  console.log(`Inventing the first ${servedWith} candidates and drawing their documents. This happens once.`);
  {
    await using portal = await openPortal({ ...config, DATA_DIR: temporary });
    await writeFile(begunIn(temporary), String(portal.now()));
    await beginDemo(portal, agency, (done) => {
      if (done % 5 === 0) console.log(`  ${done} of ${servedWith}`);
    });
  }
  await rename(temporary, folder).catch(async (error: unknown) => {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    await rm(temporary, { recursive: true });
  });
}

/**
 * Goes on while the demo is served, and at the next start if it was stopped. Of several processes that serve the folder,
 * one invents.
 */
async function inventTheRest(portal: OpenPortal, agency: Agency, folder: string): Promise<void> {
  using lock = lockFile(join(folder, "inventing"));
  if (!lock || !existsSync(begunIn(folder))) return;
  let isStopped = false;
  using _signals = onStopSignal(() => (isStopped = true));
  const begunAt = Number(await readFile(begunIn(folder), "utf8"));
  await completeDemo(portal, agency, { begunAt, isStopped: () => isStopped }).catch((error: unknown) => {
    // The portal may close before what is under way has ended.
    if (!isStopped) throw error;
  });
  if (isStopped) return;
  await rm(begunIn(folder));
  console.log(`\nAll ${demoCount} candidates are there.`);
}
