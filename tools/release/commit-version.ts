import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "./run.ts";

/** Prints the checksums of all steps. They are read in the worktree, with its packages. */
const printSteps = `
  const { checksumsOf } = await import("#storage/database/migrations/migration.ts");
  const { migrations } = await import("#storage/database/migrations/steps.ts");
  console.log(JSON.stringify(Object.fromEntries(migrations.map((step) => [step.name, checksumsOf(step)])), null, 2));`;

/**
 * Writes the version and the checksums of its migration steps into the sources, builds them, and adds the data that this version
 * makes. Returns the commit.
 */
export async function commitVersion(source: string, version: string): Promise<string> {
  await dateChanges(path.join(source, "CHANGELOG.md"), version);
  for (const folder of [source, path.join(source, "packages/verify")]) {
    await run(["npm", "version", version, "--no-git-tag-version"], folder);
  }
  for (const page of typedFrom) await nameFiles(path.join(source, page), version);
  // After the version: with another lock file, the build would install them again.
  await run(["node", "tools/ready.mjs", "install"], source);
  const steps = await run([process.execPath, "--input-type=module", "--eval", printSteps], source);
  await writeFile(path.join(source, "src/storage/database/migrations/released.json"), `${steps}\n`);
  console.log(`Building ${version} …`);
  await run(["node", "tools/ready.mjs", "build"], source);
  await run([process.execPath, "test/released/make/make.ts", `test/released/${version}`], source);
  await run(["git", "add", "--all", "test/released"], source);
  await run(["git", "commit", "--quiet", "--all", "--message", `Release ${version}`], source);
  return run(["git", "rev-parse", "HEAD"], source);
}

export const headingOf = (version: string): string => `## ${version}, not released yet\n`;

/** Readers type commands with names of the released files from these pages. */
const typedFrom = ["docs/operator/install.md", "packages/verify/README.md"];

async function nameFiles(page: string, version: string): Promise<void> {
  const written = await readFile(page, "utf8");
  await writeFile(page, written.replaceAll(/(?<=attestry(?:-verify)?[-:])\d+\.\d+\.\d+/g, version));
}

async function dateChanges(file: string, version: string): Promise<void> {
  const changes = await readFile(file, "utf8");
  const today = new Date().toISOString().slice(0, 10);
  await writeFile(file, changes.replace(headingOf(version), `## ${version}, ${today}\n`));
}
