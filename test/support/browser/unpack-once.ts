import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

const require = createRequire(import.meta.url);

/** A file of the npm package @sparticuz/chromium. */
export const packageFile = (name: string) => path.join(require.resolve("@sparticuz/chromium"), "../..", name);

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile("package.json"), "utf8")));

/** Where this version of a part of the package is unpacked. */
export const unpackedFolder = (part: string) => path.join(import.meta.dirname, `../../../.runtime/${part}-${version}`);

/** Unpacks into a temporary folder and renames it, so that an interrupted run leaves no incomplete folder. */
export async function unpackOnce(home: string, unpack: (scratch: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const scratch = await mkdtemp(`${home}-`);
  try {
    // The package unpacks into TMPDIR, and uses what it finds there.
    await withTemporaryFolder(scratch, () => unpack(scratch));
    await chmod(scratch, 0o755);
    await rename(scratch, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function withTemporaryFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
