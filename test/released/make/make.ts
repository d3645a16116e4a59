import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { runCommand } from "#cli/run-command.ts";
import { readConfig } from "#config";
import { makeBackup } from "#operations/backups/make-backup.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { openPortal } from "#server/open-portal.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { checkLinkInPdf } from "#verify/compact-statement.ts";
import { goodPassword, lowGuessingCosts } from "../../support/accounts/fresh-accounts.ts";
import { admin } from "../../support/accounts/people.ts";
import { grantFor } from "../../support/records.ts";
import { askSite, countsOf, databaseFiles, type Known } from "../ask-site.ts";
import { sweepAll } from "../sweep-all.ts";
import { fillSite } from "./fill-site.ts";
import { seenVectors } from "./seen-vectors.ts";

const [named] = process.argv.slice(2);
if (named === undefined) throw new Error("Name a folder.");
// Not as the program reads names that a user types: relative to where npm was started.
const folder = path.resolve(named);
await mkdir(folder, { recursive: true });
const scratch = await mkdtemp(path.join(tmpdir(), "attestry-released-"));
const environment = {
  DATA_DIR: path.join(scratch, "data"),
  // Of a site that exists only here.
  SECRET: "the secret of a site for tests protects nothing",
  PUBLIC_URL: "https://check.agency.example",
};
try {
  await makeData(folder);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/**
 * Lets this version fill a site, and keeps in the folder: its database, its backup, what it answered and handed out, and
 * what it answered after it had restored the backup.
 */
async function makeData(to: string): Promise<void> {
  const backup = path.join(to, "backup");
  const { site, answers } = await makeSite(backup);
  for (const name of databaseFiles) {
    const file = await readFile(path.join(environment.DATA_DIR, name));
    await writeFile(path.join(to, `${name}.gz`), gzipSync(file, { level: 9 }));
  }
  // From here on, time stands still.
  Date.now = () => site.at;
  const elsewhere = { ...environment, DATA_DIR: path.join(scratch, "restored") };
  Object.assign(process.env, elsewhere);
  await runCommand(["restore", backup]);
  await using restored = await open(elsewhere);
  const again = Object.entries(await askSite(restored, site));
  const changed = again.filter(([part, answer]) => JSON.stringify(answer) !== JSON.stringify(answers[part as "held"]));
  const written = { site, answers, restored: Object.fromEntries(changed), seen: seenVectors() };
  for (const [name, content] of Object.entries(written))
    await writeFile(path.join(to, `${name}.json`), `${JSON.stringify(content)}\n`);
}

function open(given: Record<string, string>) {
  return openPortal(readConfig(given), { guessingCosts: lowGuessingCosts });
}

async function makeSite(backup: string) {
  await using portal = await open(environment);
  await using another = await open({ ...environment, REGISTRY: "Another" });
  const { receipt, code, wallet, ...known } = await fillSite(portal, another);
  const handedOut = { ...(await handOut(portal, known.records)), receipt, code, wallet };
  const at = portal.now();
  const stopped = { ...portal, now: () => at };
  await makeBackup(stopped, await openFilesystemBlobs(backup));
  const { SECRET: secret, PUBLIC_URL: publicUrl } = environment;
  const site = { secret, password: goodPassword, publicUrl, at, counts: await countsOf(portal), ...known, handedOut };
  return { site, answers: await askSite(stopped, site) };
}

/** What visitors save of two records. One of the two is withdrawn afterwards. */
async function handOut(portal: Portal, records: Known["records"]) {
  await sweepAll(portal);
  const save = async (name: string) => {
    const record = records[name];
    if (!record) throw new Error(`there is no record ${name}`);
    const request = { record: record.id, grant: await grantFor(portal, record) };
    const { proof } = await saveProof(portal, request);
    const { bytes } = await makeSlip(portal, { ...request, language: "en", number: "passport" });
    return { proof, slip: checkLinkInPdf(Uint8Array.from(bytes)) };
  };
  const [full, withdrawn] = [await save("full"), await save("withdrawn")];
  await hideRecord(portal, admin, { id: records["withdrawn"]?.id ?? "" });
  await sweepAll(portal);
  return { full, withdrawn };
}
