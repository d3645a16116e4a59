import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { LaunchOptions } from "playwright-core";
import { fontSettings, type Hinting } from "./fonts.ts";
import { type Browser, unpackChromium } from "./packaged-chromium.ts";
import { sharedMemory } from "../shared-memory.ts";

const quiet = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

const names = ["chromium", "chromium-browser", "google-chrome"];
const macApplications = ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * Returns launch options for the installed Chromium, or for the one of the npm package if none is installed. It does not
 * see the fonts of the machine.
 */
export async function chromiumLaunchOptions(hinting: Hinting = "full"): Promise<LaunchOptions> {
  const { executablePath, libraries } = (await findInstalled()) ?? (await unpackChromium());
  return {
    executablePath,
    // A browser without a window does not read the hinting from the fonts' settings.
    args: [...quiet, `--font-render-hinting=${hinting}`],
    chromiumSandbox: await hasSandbox(),
    // Playwright lets pages share memory through files, because /dev/shm may be too small in containers. Files are
    // slower.
    ...((await sharedMemory()) !== null && { ignoreDefaultArgs: ["--disable-dev-shm-usage"] }),
    env: {
      ...process.env,
      FONTCONFIG_FILE: await fontSettings(hinting),
      ...(libraries && { LD_LIBRARY_PATH: libraries }),
    },
  };
}

async function findInstalled(): Promise<Browser | null> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const executablePath of [...onPath, ...macApplications]) {
    if (await succeeds(executablePath, "--version")) return { executablePath };
  }
  return null;
}

// Root has no sandbox. On Linux the sandbox needs user namespaces, which containers and some distributions restrict.
async function hasSandbox(): Promise<boolean> {
  if (process.getuid?.() === 0) return false;
  return process.platform !== "linux" || (await succeeds("unshare", "--user", "--map-root-user", "true"));
}

const succeeds = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );
