import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import packaged, { inflate } from "@sparticuz/chromium";
import { packageFile, unpackedFolder, unpackOnce } from "./unpack-once.ts";

/** `libraries` is a folder of shared libraries that the system lacks. */
export type Browser = { executablePath: string; libraries?: string };

const home = unpackedFolder("chromium");

/** Unpacks the Chromium of @sparticuz/chromium, once. */
export async function unpackChromium(): Promise<Browser> {
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    throw new Error("There is no ready-made Chromium for this system: install Chromium and have it on the PATH.");
  }
  if (!existsSync(home)) await unpackOnce(home, unpackPrograms);
  const executablePath = path.join(home, "chromium");
  const libraries = path.join(home, "al2023", "lib");
  return (await runs(executablePath)) ? { executablePath } : { executablePath, libraries };
}

async function unpackPrograms(): Promise<void> {
  await packaged.executablePath();
  await inflate(packageFile("bin/al2023.tar.br"));
}

const runs = (program: string) =>
  promisify(execFile)(program, ["--version"]).then(
    () => true,
    () => false,
  );
