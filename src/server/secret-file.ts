import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, StartRefused } from "#core/errors.ts";
import { minSecretLength } from "#sealing/keyring.ts";
import { replaceDurably, syncFolder, writeDurably } from "#storage/durable-files.ts";
import { databaseFile } from "#storage/database/open-database.ts";
import { type Config, splitList } from "#config";

export const secretFileIn = (dataDir: string): string => join(dataDir, "secret");

/** Says that the secret and the records lie in one folder: whoever copies it can open everything. Null if they do not. */
export function secretBesideRecords({ SECRET, DATA_DIR, DATABASE_URL }: Config): string | null {
  const file = databaseFile(DATABASE_URL, DATA_DIR);
  if (SECRET !== "" || file === null || dirname(file) !== DATA_DIR) return null;
  return `The secret and the database lie in one folder, ${DATA_DIR}: whoever copies it can open every record. Move the secret elsewhere, and set SECRET_FILE.`;
}

export type Secrets = { secrets: [string, ...string[]]; wasMade: boolean };

/** Returns the given secrets, newest first; otherwise those in the data folder, which are made at the very first start. */
export async function readSecrets(given: string, dataDir: string): Promise<Secrets> {
  if (given !== "") return { secrets: asSecrets(given, "SECRET"), wasMade: false };
  const file = secretFileIn(dataDir);
  const wasMade = await makeSecretFile(file, dataDir);
  return { secrets: await secretsIn(file), wasMade };
}

async function secretsIn(file: string): Promise<Secrets["secrets"]> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new StartRefused(`${file} cannot be read. It must be a file that this user may read.`, { cause });
  });
  return asSecrets(text, file);
}

/** Returns the existing secrets. Never makes one. */
export async function existingSecrets(given: string, dataDir: string): Promise<[string, ...string[]]> {
  if (given !== "" || existsSync(secretFileIn(dataDir))) return (await readSecrets(given, dataDir)).secrets;
  throw new StartRefused(`The secret is missing. Put it into ${secretFileIn(dataDir)} (mode 0600), or set SECRET.`);
}

function asSecrets(text: string, where: string): [string, ...string[]] {
  const [first, ...older] = splitList(text.replaceAll("\n", ","));
  if (first !== undefined && [first, ...older].every((secret) => secret.length >= minSecretLength)) {
    return [first, ...older];
  }
  throw new StartRefused(`${where} must have at least ${minSecretLength} characters. Restore it from your copy.`);
}

/** Puts the secret of a restored site in place. The one before stays beside it: no secret is ever destroyed. */
export async function replaceSecretFile(dataDir: string, secrets: readonly string[]): Promise<void> {
  const file = secretFileIn(dataDir);
  const text = `${secrets.join("\n")}\n`;
  const before = await readFile(file, "utf8").catch(() => null);
  if (before === text) return;
  if (before !== null) await replaceDurably(`${file}-before-restore`, before);
  await replaceDurably(file, text);
}

export const makeSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Writes the whole file or nothing, and never replaces a file: of two processes that start at once, one makes the
 * secret. Returns true if this process made it.
 */
async function makeSecretFile(file: string, dataDir: string): Promise<boolean> {
  if (existsSync(file)) return false;
  const temporary = `${file}.${randomUUID()}`;
  await writeDurably(temporary, `${makeSecret()}\n`);
  try {
    await link(temporary, file);
    await syncFolder(dataDir);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
