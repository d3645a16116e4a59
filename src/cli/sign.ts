import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { system } from "#core/staff/actor.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import type { Portal } from "#operations/portal.ts";
import { type Replaced, revokeSigningKey, rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { openPortal } from "#server/open-portal.ts";
import { checkpointIn } from "./log.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  rotate: { type: "boolean", default: false },
  revoke: { type: "string" },
  after: { type: "string" },
} as const;

/** Puts a new key in the place of the one that signs statements. */
export async function run(args: string[]): Promise<void> {
  const { rotate, revoke, after } = parseArgs({ args, options }).values;
  const revokes = revoke !== undefined;
  if (rotate === revokes || revokes !== (after !== undefined)) {
    throw new UsageError("Say either --rotate, or --revoke KID with --after CHECKPOINT.");
  }
  await using portal = await openPortal(readConfig());
  const actor = system("keys sign");
  const { from, to } =
    revoke === undefined || after === undefined
      ? await rotateSigningKey(portal, actor)
      : await revoked(portal, revoke, after);
  console.log(`Statements are signed with the key ${to} now.${from === null ? "" : ` ${ended(from, revoke)}`}`);
}

const ended = (kid: string, revoke: string | undefined) =>
  revoke === undefined
    ? `What ${kid} signed stands until its last day.`
    : `What ${kid} signed holds only where the public log had it before that checkpoint: make slips anew.`;

async function revoked(portal: Portal, kid: string, file: string): Promise<Replaced> {
  const checkpoint = await checkpointIn(file);
  const problems: string[] = [];
  await verifyLog(portal, { onBroken: (problem) => problems.push(problem) }, checkpoint);
  const [first] = problems;
  if (first !== undefined) throw new StartRefused(`Nothing was revoked. ${first}`);
  return revokeSigningKey(portal, system("keys sign"), kid, checkpoint).catch((error: unknown) => {
    if (!isPortalError(error) || error.id !== "not-found") throw error;
    throw new StartRefused(`There is no key ${kid} that signs statements: /.well-known/jwks.json names all of them.`);
  });
}
