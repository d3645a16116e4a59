import { open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { type Keyring, openKeyring } from "#sealing/keyring.ts";
import { maxSecretBytes, secretAsWords } from "#sealing/secret-words.ts";
import { existingSecrets, secretFileIn } from "#server/secret-file.ts";
import { fromCaller } from "#server/from-caller.ts";
import { openDatabase } from "#storage/database/open-database.ts";
import { requireSite } from "#server/require-site.ts";
import { nameSite } from "../open-site.ts";
import { UsageError } from "../usage-error.ts";
import { renderSVG } from "uqr";
import { escapedMarkup } from "#core/escaped-markup.ts";

export async function run(args: string[]): Promise<void> {
  const [given, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (more.length > 0) throw new UsageError("Name one file.");
  const file = given === undefined ? undefined : fromCaller(given);
  if (file === undefined && process.stdout.isTTY) {
    throw new UsageError("The card is not printed in a terminal, because terminals keep their output. Name a file.");
  }
  const config = readConfig();
  nameSite(config);
  const { SECRET, DATA_DIR, PUBLIC_URL } = config;
  const secrets = await secretsFor(config);
  const page = cardPage({
    site: await siteName(config, openKeyring(secrets)),
    address: PUBLIC_URL,
    dataDir: DATA_DIR,
    from: SECRET === "" ? secretFileIn(DATA_DIR) : "SECRET in the environment",
    secrets,
    day: new Date().toISOString().slice(0, 10),
  });
  if (file === undefined) process.stdout.write(page);
  else await writeCard(file, page);
}

async function secretsFor({ SECRET, DATA_DIR }: Config) {
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
async function siteName(config: Config, keyring: Keyring): Promise<string> {
  try {
    requireSite(config);
    await using database = await openDatabase(config.DATABASE_URL, config.DATA_DIR, "refused");
    const { operator } = await currentSettings({ database, keyring, settingsCache: { last: null } });
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

type Card = {
  site: string;
  address: string;
  dataDir: string;
  /** Where the secret is stored now. */
  from: string;
  /** Newest first. */
  secrets: readonly string[];
  day: string;
};

/** A self-contained page for A4 and Letter. */
const cardPage = ({ site, address, dataDir, from, secrets, day }: Card): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Secret of ${escapedMarkup(site)}</title>
<style>
  @page { margin: 15mm }
  body { font: 11pt/1.4 system-ui, sans-serif; color: #000; background: #fff; max-width: 180mm; margin: 0 auto }
  h1 { font-size: 18pt; margin: 0 } h2 { font-size: 13pt; margin: 8mm 0 2mm }
  section { break-inside: avoid }
  ol { columns: 4; padding-left: 9mm; margin: 0; font: 12pt/1.6 ui-monospace, monospace }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 4mm } dd { margin: 0; overflow-wrap: anywhere }
  svg { width: 45mm; height: 45mm; margin-top: 4mm }
</style>
<h1>Secret of ${escapedMarkup(site)}</h1>
<p>This paper opens every record of this site and every backup of it. Keep it where neither the machine nor the backups are, and show it to
nobody. If the secret on the machine is lost, nothing else brings the records back.</p>
<dl>
  <dt>Site</dt><dd>${escapedMarkup(address)}</dd>
  <dt>DATA_DIR</dt><dd>${escapedMarkup(dataDir)}</dd>
  <dt>Secret in</dt><dd>${escapedMarkup(from)}</dd>
  <dt>Printed from it on</dt><dd>${day}</dd>
</dl>
${secrets.map((secret, at) => sectionOf(secret, at)).join("\n")}
<h2>What to do with it</h2>
<p>To see whether it is still the one in use: <code>attestry secret check</code>, then type the words. To restore a site:
<code>attestry secret check --print</code> turns the words into the text that belongs into SECRET or into the file DATA_DIR/secret. The QR code has that text.</p>
</html>
`;

const sectionOf = (secret: string, at: number) => `<section>
<h2>${at === 0 ? "The secret in use" : `Older secret, number ${at + 1}: for backups that were made with it`}</h2>
<ol>${secretAsWords(secret)
  .map((word) => `<li>${word}</li>`)
  .join("")}</ol>
${renderSVG(secret, { border: 2 })}
</section>`;
