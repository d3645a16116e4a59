import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "./run.ts";

/** SECURITY.md says how a reader uses it. */
const record = "docs/security/releases.json";

type Made = Record<"version" | "commit" | "key", string> & {
  /** The file with the hashes. */
  sums: string;
};

/**
 * Writes the commit, the hashes of the files and the fingerprint of the key into the record of all releases. A commit
 * cannot contain its own hash, and an archive not its own: the record follows in the next commit, which is returned.
 */
export async function recordRelease(source: string, { version, commit, key, sums }: Made): Promise<string> {
  const file = path.join(source, record);
  const releases = JSON.parse(await readFile(file, "utf8")) as Record<string, object>;
  const lines = (await readFile(sums, "utf8")).trimEnd().split("\n");
  const files = Object.fromEntries(lines.map((line) => line.split("  ")).map(([hash = "", name = ""]) => [name, hash]));
  releases[version] = { commit, key: await fingerprintOf(key), files };
  await writeFile(file, `${JSON.stringify(releases, null, 2)}\n`);
  await run(["git", "commit", "--quiet", "--message", `The record of release ${version}`, "--", record], source);
  return run(["git", "rev-parse", "HEAD"], source);
}

/** Such as "SHA256:…", as ssh-keygen shows it to everybody who has the public key. */
export async function fingerprintOf(key: string): Promise<string> {
  const [, fingerprint = ""] = (await run(["ssh-keygen", "-l", "-f", key], "/")).split(" ");
  return fingerprint;
}
