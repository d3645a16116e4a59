import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { readLogs } from "#operations/log/read-log.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import type { Portal } from "#operations/portal/portal.ts";
import {
  type KeyReplacement,
  revokeLogKey,
  revokeSigningKey,
  rotateSigningKey,
} from "#operations/proofs/replace-signing-key.ts";
import { openSite } from "./open-site.ts";
import { checkpointIn } from "./log.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  rotate: { type: "boolean", default: false },
  revoke: { type: "string" },
  after: { type: "string" },
} as const;

/** Replaces the key that signs statements, or the key that signs the public log. */
export async function run(args: string[]): Promise<void> {
  const { rotate, revoke, after } = parseArgs({ args, options }).values;
  if (rotate === (revoke !== undefined) || (rotate && after !== undefined)) {
    throw new UsageError("Use --rotate, or --revoke KID with --after CHECKPOINT, or --revoke with the KID of the log.");
  }
  await using portal = await openSite(readConfig());
  if (revoke === undefined) {
    const { from, to } = await rotateSigningKey(portal, actor);
    return signedBy(to, from === null ? "" : `Signatures of ${from} stay valid until they expire.`);
  }
  if (after !== undefined) {
    const { to } = await revoked(portal, revoke, after);
    return signedBy(
      to,
      `Of what ${revoke} signed, only statements with a proof that the public log had them before that checkpoint stay valid. Make slips again.`,
    );
  }
  const { to } = await revoked(portal, revoke);
  const [tree] = await readLogs(portal);
  console.log(`The public log continues as ${tree?.origin} with the key ${to}. /proof says so. Tell the witnesses.`);
  if (tree?.continues === "")
    console.log("Its last checkpoint is lost, so nothing that the old key signed counts. Proofs must be saved again.");
}

const actor = system("keys sign");

const signedBy = (kid: string, ended: string) =>
  console.log(`Statements are now signed with the key ${kid}. ${ended}`.trim());

/** Revokes a key: with a file a key for statements, without a file the key of the public log. */
async function revoked(portal: Portal, kid: string, file?: string): Promise<KeyReplacement> {
  const checkpoint = file === undefined ? null : await checkpointIn(file);
  const problems: string[] = [];
  const onBroken = (problem: string) => void problems.push(problem);
  // The log can continue under a new key without the last checkpoint of the old one.
  await verifyLog(portal, { onBroken, ...(!checkpoint && { onMissing: () => undefined }) }, checkpoint);
  const [first] = problems;
  if (first !== undefined) throw new StartRefused(`Nothing was revoked. ${first}`);
  const replaced = checkpoint ? revokeSigningKey(portal, actor, kid, checkpoint) : revokeLogKey(portal, actor, kid);
  return replaced.catch((error: unknown) => {
    if (!isPortalError(error) || error.id !== "not-found") throw error;
    const whose = checkpoint ? "signs statements" : "signs the log now (one for statements needs --after CHECKPOINT)";
    throw new StartRefused(`There is no key ${kid} that ${whose}. /.well-known/jwks.json lists all keys.`);
  });
}
