import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrations } from "#storage/database/migrations/steps.ts";
import { newLedger } from "../../test/faults/ledger.ts";
import { ask, type Member } from "../../test/faults/member.ts";
import { serveSite } from "../../test/faults/served-site.ts";
import { newSiteSetup, type Workplace } from "../../test/faults/workplace.ts";
import { writeRecord } from "../../test/faults/write-loop.ts";
import { createDatabase, startPostgres } from "../../test/support/processes/postgres.ts";
import { expectEqual } from "./expect-equal.ts";
import { makeRelease } from "./make-release.ts";
import { run, withScratch } from "./run.ts";
import { upgradeBesideOlder, upgradeOverFence } from "./upgrade-from-before.ts";
import { type Before, unpackVersionBefore } from "./version-before.ts";

/**
 * Makes two releases in a clone, the version that is not released yet and the one after it, with a key that is thrown away.
 * Upgrades sites from the version before to the first one, and from that to the second one.
 */
export const rehearse = (project: string): Promise<void> =>
  withScratch(path.join(tmpdir(), "attestry-rehearsal-"), (scratch) => rehearseIn(scratch, project));

async function rehearseIn(scratch: string, project: string): Promise<void> {
  const postgres = await startPostgres();
  try {
    const repository = path.join(scratch, "repository");
    const git = (...args: string[]) => run(["git", ...args], repository);
    await run(["git", "clone", "--quiet", project, repository], scratch);
    await git("config", "user.name", "Rehearsal");
    await git("config", "user.email", "rehearsal@agency.example");
    await run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path.join(scratch, "key")], scratch);

    const version = unreleasedIn(await readFile(path.join(repository, "CHANGELOG.md"), "utf8"));
    const next = version.replace(/\d+\.\d+$/, (minor) => `${Number.parseInt(minor, 10) + 1}.0`);
    const before = await unpackVersionBefore(project, repository, scratch);
    const older = await released(scratch, version);
    const newFolder = () => mkdtemp(path.join(scratch, "site-"));
    const workplace = { folder: scratch, newFolder, newDatabase: () => createDatabase(postgres.url) };
    await upgradeFromBefore(workplace, project, before, older);

    await inventStep(repository, next);
    await git("commit", "--quiet", "--all", "--message", "An invented step");
    const newer = await released(scratch, next);
    await useVerifier(scratch, version);

    await followOneAnother(workplace, older, newer);
    console.log("Both releases can be verified, run with Node alone, and follow one another and the version before.");
  } finally {
    await postgres.stop();
  }
}

function unreleasedIn(changes: string): string {
  const [, version] = /^## ([\d.]+), not released yet$/m.exec(changes) ?? [];
  if (version === undefined) throw new Error("CHANGELOG.md names no version that is not released yet.");
  return version;
}

/** Makes a release, checks it as a stranger would, and unpacks it. Returns its folder. */
async function released(scratch: string, version: string): Promise<string> {
  const key = path.join(scratch, "key");
  const folder = path.join(scratch, version);
  await makeRelease({ repository: path.join(scratch, "repository"), version, key, folder });
  await verifyRecord(path.join(scratch, "repository"), version, folder);
  const archive = `attestry-${version}-${process.platform}-${process.arch}.tar.gz`;
  await run(["tar", "-x", "-f", archive], folder);
  const unpacked = path.join(folder, `attestry-${version}`);
  expectEqual(await run(["grep", "--count", `tar .* ${archive}`, "docs/operator/install.md"], unpacked), "2");
  expectEqual(await run([process.execPath, "build/program/main.js", "--version"], unpacked), version);
  return unpacked;
}

/** As SECURITY.md says. The record after the tag names what a stranger can compute. */
async function verifyRecord(repository: string, version: string, folder: string): Promise<void> {
  const written = await readFile(path.join(repository, "docs/security/releases.json"), "utf8");
  type Recorded = { commit: string; key: string; files: Record<string, string> };
  const recorded = (JSON.parse(written) as Record<string, Recorded>)[version];
  const { commit = "", key = "nothing", files = {} } = recorded ?? {};
  expectEqual(commit, await run(["git", "rev-parse", `v${version}^{commit}`], repository));
  const verify = "ssh-keygen -Y check-novalidate -n attestry-release -s SHA256SUMS.sig";
  const said = await run(["sh", "-c", `${verify} <SHA256SUMS && sha256sum --check --quiet SHA256SUMS`], folder);
  expectEqual(said, `Good "attestry-release" signature with ED25519 key ${key}`);
  const altered = `if ${verify} <SHA256SUMS.sig >/dev/null 2>&1; then echo accepted; else echo refused; fi`;
  expectEqual(await run(["sh", "-c", altered], folder), "refused");
  const sums = Object.entries(files).map(([file, hash]) => `${hash}  ${file}`);
  expectEqual(sums.join("\n"), (await readFile(path.join(folder, "SHA256SUMS"), "utf8")).trimEnd());
}

/** Adds a step that only adds a column, and its line in the changelog. */
async function inventStep(repository: string, version: string): Promise<void> {
  const column = "alter table post add column note text not null default ''";
  const step = `{
    name: "${version.replace(/\.0$/, "")}",
    sqlite: "${column}",
    sqliteLookups: "",
    postgres: "${column}",
    changesTables: true,
    isAdditive: true,
  }`;
  await replaceIn(path.join(repository, "src/storage/database/migrations/steps.ts"), /,?\s*\];\n$/, `, ${step}];\n`);
  await replaceIn(
    path.join(repository, "CHANGELOG.md"),
    /^## /m,
    `## ${version}, not released yet\n\n- Posts have a note.\n\n## `,
  );
}

async function replaceIn(file: string, was: RegExp, by: string): Promise<void> {
  await writeFile(file, (await readFile(file, "utf8")).replace(was, by));
}

/** Over a step that stops older programs, or in turns, as the steps of this version are. */
async function upgradeFromBefore(workplace: Workplace, project: string, before: Before, newer: string): Promise<void> {
  const older = before.folder;
  const noted = await readFile(path.join(older, "src/storage/database/migrations/released.json"), "utf8");
  const known = new Set(Object.keys(JSON.parse(noted) as object));
  if (migrations.every(({ name, isAdditive }) => known.has(name) || isAdditive))
    return followOneAnother(workplace, older, newer);
  const upgrade = { older, newer, released: path.join(project, "test/released", before.version), workplace };
  for (const engine of ["sqlite", "postgres"] as const) await upgradeOverFence(upgrade, engine);
  await upgradeBesideOlder(upgrade);
}

async function followOneAnother(workplace: Workplace, older: string, newer: string): Promise<void> {
  await upgradeWhileRunning(workplace, older, newer);
  await upgradeAndReturn(workplace, older, newer);
}

/** Two processes on PostgreSQL: the older one reads and writes beside the newer one until it is stopped. */
async function upgradeWhileRunning(workplace: Workplace, older: string, newer: string): Promise<void> {
  const setup = await newSiteSetup(workplace, "postgres");
  await using before = await serveSite(setup, { folder: older });
  const first = await publish(before.member);
  await using after = await serveSite(setup, { folder: newer });
  for (const { member } of [before, after]) await expectFound(member, first);
  await expectFound(after.member, await publish(before.member));
  await expectFound(before.member, await publish(after.member));
}

/** One process on SQLite: the newer release, then the older one again. */
async function upgradeAndReturn(workplace: Workplace, older: string, newer: string): Promise<void> {
  const setup = await newSiteSetup(workplace, "sqlite");
  const numbers: string[] = [];
  for (const folder of [older, newer, older]) {
    await using site = await serveSite(setup, { folder });
    numbers.push(await publish(site.member));
    for (const number of numbers) await expectFound(site.member, number);
    expectEqual(await site.server.stop("SIGTERM"), 0);
  }
}

/** Publishes a record with a document. Returns its passport number. */
async function publish(member: Member): Promise<string> {
  const ledger = newLedger();
  await writeRecord(member, ledger, { withDocument: true, next: undefined });
  const [entry] = ledger.entries;
  if (!entry || entry.acknowledged < 0) throw new Error(`A record was not added: ${JSON.stringify(ledger.refused)}.`);
  return entry.sent.id;
}

async function expectFound(member: Member, number: string): Promise<void> {
  const answer = await ask(member, { path: `/result/${number}` });
  expectEqual(answer?.status, 200);
}

const otherProgram = `
  import { readFileSync } from "node:fs";
  import { readSaved } from "@attestry/verify";
  const { site, keys, proofs: [{ name, proof }] } = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const of = (type) => keys.keys.filter(({ kty }) => kty === type);
  const published = { jwks: { keys: of("EC") }, revoked_keys: [], log_keys: of("OKP"), revoked_log_keys: [] };
  const saved = await readSaved(JSON.stringify(proof), { origins: [site], keys: published });
  console.log(name + ": " + saved?.reading.kind);`;

/** Installs the packed verifier as another program would, and reads a proof with it. */
async function useVerifier(scratch: string, version: string): Promise<void> {
  const folder = path.join(scratch, "other-program");
  await mkdir(folder);
  await writeFile(path.join(folder, "package.json"), `{"type": "module"}`);
  await run(
    ["npm", "install", "--offline", "--no-audit", path.join(scratch, version, `attestry-verify-${version}.tgz`)],
    folder,
  );
  await writeFile(path.join(folder, "program.js"), otherProgram);
  const vectors = path.join(scratch, version, `attestry-${version}`, "docs/proof-vectors.json");
  expectEqual(await run([process.execPath, "program.js", vectors], folder), "as it was saved: statement");
}
