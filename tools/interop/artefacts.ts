import { readConfig } from "#config";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { readLogs } from "#operations/log/read-log.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { openPortal } from "#server/open-portal.ts";
import { leavesFrom, logTrees } from "#storage/database/proofs/log.ts";
import type { SiteKeys } from "#verify/verdict.ts";
import { admin } from "../../test/support/accounts/people.ts";
import { addTestRecord, grantFor } from "../../test/support/records.ts";

export const site = "https://check.example";

/** What visitors saved of one record. */
export type Saved = { statement: string; log: string; slip: Uint8Array };

export type Artefacts = {
  portal: Portal;
  genuine: Saved;
  /** Of a record that was hidden afterwards. */
  withdrawn: Saved;
  keys: SiteKeys;
  statusList: string;
  verifier: string;
  checkpoint: string;
  leaves: readonly string[];
};

export const openSite = (folder: string) =>
  openPortal(readConfig({ DATA_DIR: folder, PUBLIC_URL: site, PRIVATE_TARGETS: "allow" }));

/** Publishes two records on a new site, and hides one of them. */
export async function makeArtefacts(portal: Portal): Promise<Artefacts> {
  const { read } = portal.database;
  const save = async (record: CandidateRecord): Promise<Saved> => {
    const request = { record: record.id, grant: await grantFor(portal, record) };
    const { proof } = await saveProof(portal, request);
    const { bytes } = await makeSlip(portal, { ...request, language: "en", number: "passport" });
    return { ...proof, slip: bytes };
  };
  const [standing, hidden] = [await addTestRecord(portal), await addTestRecord(portal)];
  await signCheckpoint(portal);
  const [genuine, withdrawn] = [await save(standing), await save(hidden)];
  await hideRecord(portal, admin, hidden);
  await signCheckpoint(portal);
  const [[current], [tree], ofStatements, ofLog] = await Promise.all([
    readLogs(portal),
    logTrees(read, portal.registry),
    publicKeys(portal, read, "statement"),
    publicKeys(portal, read, "log"),
  ]);
  if (!tree || !current?.checkpoint) throw new Error("the site published nothing");
  const list = /\d+$/.exec(statusOf(genuine.statement).uri)?.[0];
  const signedList = await new StatusLists(portal).read(Number(list));
  return {
    portal,
    genuine,
    withdrawn,
    keys: {
      jwks: { keys: ofStatements.keys },
      revoked_keys: ofStatements.revoked_keys,
      log_keys: ofLog.keys,
      revoked_log_keys: ofLog.revoked_keys,
    },
    statusList: signedList?.token ?? "",
    verifier: current.keys[0] ?? "",
    checkpoint: current.checkpoint.note,
    leaves: (await leavesFrom(read, tree.id, 0, tree.size)).map(({ entry }) => Buffer.from(entry).toString()),
  };
}

type StatusPlace = { idx: number; uri: string };

export function statusOf(statement: string): StatusPlace {
  const payload = Buffer.from(statement.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { status: { status_list: StatusPlace } }).status.status_list;
}
