import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { buildDemo } from "#demo/build-demo.ts";
import { demoCount } from "#demo/invent-candidates.ts";
import { openPortal, outboxFolderIn } from "#server/open-portal.ts";
import { requireFreePort } from "#server/listen.ts";
import { openLog } from "#server/log.ts";
import { inProject } from "#server/project-folder.ts";
import { demoPasswords } from "./demo-passwords.ts";
import type { MailTransport } from "#mail/mail-transport.ts";
import { demoMail, demoWelcome } from "./demo-welcome.ts";
import { serveUntilStopped } from "../serve-until-stopped.ts";

/** Must change whenever the content of the demo changes. */
const edition = "11";
const demoFolder = inProject(".demo");

/** Serves a site of invented candidates from its own folder, no matter what DATA_DIR says. */
export async function run(args: string[]): Promise<void> {
  parseArgs({ args });
  const folder = join(demoFolder, edition);
  const config = {
    ...readConfig(),
    DATABASE_URL: "",
    BLOB_URL: "",
    BACKUP_URL: "",
    SECRET: "",
    SMTP_URL: "",
    REGISTRY: "My_Aust",
  };
  await requireFreePort(config);
  if (!existsSync(folder)) await makeDemo(config, folder);
  const demo = { ...config, DATA_DIR: folder };
  const passwords = await demoPasswords(demo);
  using log = openLog("warn");
  await serveUntilStopped(demo, log, (url, { mail }) => {
    mail.files = readInTerminal(mail.files);
    mail.last = null;
    console.log(demoWelcome({ url, passwords, outbox: outboxFolderIn(folder) }));
  });
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

/** Made in a temporary folder and then renamed, so that an incomplete demo is never served. */
async function makeDemo(config: Config, folder: string): Promise<void> {
  const temporary = `${folder}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  console.log("Inventing candidates and drawing their documents. This happens once and takes a minute.");
  {
    await using portal = await openPortal({ ...config, DATA_DIR: temporary });
    await buildDemo(portal, (done) => {
      if (done % 20 === 0) console.log(`  ${done} of ${demoCount}`);
    });
  }
  await rename(temporary, folder).catch(async (error: unknown) => {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    await rm(temporary, { recursive: true });
  });
}
