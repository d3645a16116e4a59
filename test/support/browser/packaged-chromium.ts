import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import packaged, { inflate } from "@sparticuz/chromium";
import { z } from "zod";

/** `libraries` is a folder of shared libraries that the system lacks. */
export type Browser = { executablePath: string; libraries?: string };

const require = createRequire(import.meta.url);
const packageFile = (name: string) => path.join(require.resolve("@sparticuz/chromium"), "../..", name);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile("package.json"), "utf8")));
const home = path.join(import.meta.dirname, `../../../.runtime/chromium-${version}`);

/** Unpacks the Chromium of @sparticuz/chromium, once. */
export async function unpackChromium(): Promise<Browser> {
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    throw new Error("There is no ready-made Chromium for this system: install Chromium and have it on the PATH.");
  }
  if (!existsSync(home)) await unpack();
  const executablePath = path.join(home, "chromium");
  const libraries = path.join(home, "al2023", "lib");
  return (await runs(executablePath)) ? { executablePath } : { executablePath, libraries };
}

// Unpacks into a temporary folder and renames it, so that an interrupted run leaves no incomplete browser.
async function unpack(): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const scratch = await mkdtemp(`${home}-`);
  try {
    // The package unpacks into TMPDIR, and uses any "chromium" that it finds there.
    await withTemporaryFolder(scratch, async () => {
      await packaged.executablePath();
      await inflate(packageFile("bin/al2023.tar.br"));
    });
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

const runs = (program: string) =>
  promisify(execFile)(program, ["--version"]).then(
    () => true,
    () => false,
  );
