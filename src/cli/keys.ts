import { readFile, rename } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { counted } from "#core/counted.ts";
import { StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { rehashFiles } from "#operations/upkeep/same-files.ts";
import { syncFolder, writeDurably } from "#storage/durable-files.ts";
import { requireSite } from "#server/require-site.ts";
import { countRows } from "#storage/database/rows.ts";
import { existingSecrets, makeSecret, secretFileIn } from "#server/secret-file.ts";
import { nameSite, openSite } from "./open-site.ts";
import { openProgress } from "./progress.ts";

export async function addSecret(args: string[]): Promise<void> {
  parseArgs({ args });
  const config = readConfig();
  const { SECRET, DATA_DIR } = config;
  if (SECRET !== "") {
    throw new StartRefused(
      'SECRET is set in the environment. Change it there, as docs/operator/secret.md says under "A new secret".',
    );
  }
  nameSite(config);
  requireSite(config);
  await existingSecrets(SECRET, DATA_DIR);
  const file = secretFileIn(DATA_DIR);
  const temporary = `${file}.${process.pid}`;
  await writeDurably(temporary, `${makeSecret()}\n${await readFile(file, "utf8")}`);
  await rename(temporary, file);
  await syncFolder(DATA_DIR);
  console.log(`A new secret is now the first in ${file}. Restart the site, then run: attestry keys rotate`);
}

export async function rotate(args: string[]): Promise<void> {
  parseArgs({ args });
  await using portal = await openSite(readConfig());
  if (portal.keyring.all.length === 1) {
    throw new StartRefused("There is only one secret, so there is nothing to rotate to. Run attestry keys add first.");
  }
  using progress = openProgress("Records", await countRows(portal.database.read, "candidate"));
  const { rotated, broken } = await rotateKeys(portal, system("keys rotate"), progress.at);
  console.log(`The keys of ${counted(rotated, "record")} are encrypted with the newest secret.`);
  if (broken.length > 0) {
    for (const row of broken) console.error(row);
    throw new StartRefused(
      `${counted(broken.length, "row")} could not be rotated, because the key cannot be opened. The site needs the older secrets until these rows are restored from a backup.`,
    );
  }
  // The site does this itself, too, but only from its next start on.
  await rehashFiles(portal);
  console.log("The site no longer needs older secrets; old backups do.");
}
