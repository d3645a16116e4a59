import { open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { maxSecretBytes } from "#sealing/secret-words.ts";
import { existingSecrets, secretFileIn } from "#server/secret-file.ts";
import { fromCaller } from "#server/project-folder.ts";
import { openDatabase } from "#storage/database/open-database.ts";
import { requireDatabase } from "../require-database.ts";
import { UsageError } from "../usage-error.ts";
import { cardPage } from "./card-page.ts";

export async function run(args: string[]): Promise<void> {
  const [given, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (more.length > 0) throw new UsageError("Name one file.");
  const file = given === undefined ? undefined : fromCaller(given);
  if (file === undefined && process.stdout.isTTY) {
    throw new UsageError("The card is not printed in a terminal, because terminals keep their output. Name a file.");
  }
  const config = readConfig();
  const { SECRET, DATA_DIR, PUBLIC_URL } = config;
  const page = cardPage({
    site: await siteName(config),
    address: PUBLIC_URL,
    dataDir: DATA_DIR,
    from: SECRET === "" ? secretFileIn(DATA_DIR) : "SECRET in the environment",
    secrets: await secretsFor(config),
    day: new Date().toISOString().slice(0, 10),
  });
  if (file === undefined) process.stdout.write(page);
  else await writeCard(file, page);
}

async function secretsFor({ SECRET, DATA_DIR }: Config): Promise<string[]> {
  const secrets = await existingSecrets(SECRET, DATA_DIR);
  if (secrets.some((secret) => Buffer.byteLength(secret) > maxSecretBytes)) {
    throw new StartRefused(
      `A secret of more than ${maxSecretBytes} bytes does not fit on a card. Keep a copy of it in another way.`,
    );
  }
  return secrets;
}

/**
 * Falls back to the host of PUBLIC_URL: a card can also be made while the database is away, when an operator may think
 * of it.
 */
async function siteName(config: Config): Promise<string> {
  try {
    requireDatabase(config);
    await using database = await openDatabase(config.DATABASE_URL, config.DATA_DIR, "refused");
    const { operator } = await currentSettings({ database, settingsCache: { last: null } });
    return operatorName(operator, config.PUBLIC_URL);
  } catch {
    return new URL(config.PUBLIC_URL).host;
  }
}

/** Never overwrites a file that exists: other users might be able to read it. */
async function writeCard(file: string, page: string): Promise<void> {
  try {
    await using handle = await open(file, "wx", 0o600);
    await handle.writeFile(page);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    throw new StartRefused(`${file} exists already. Name a new file.`, { cause: error });
  }
  console.log(
    `${file} contains the secret. Print it, check the paper with "attestry secret check", and delete the file.`,
  );
}
