import { alertMark, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal.ts";

/**
 * Thrown if the log is not what it was when it was last signed: nothing more is signed until somebody has looked at it. Or
 * if a witness knows another tree.
 */
export class LogBroken extends Error {}

type FaultKind = "damaged" | "split";
type FaultReader = { database: Pick<Portal["database"], "read">; registry: string };

const markOf = (registry: string, kind: FaultKind) => `log ${kind} ${registry}`;

/**
 * `damaged`: the log is not signed any more, because it is not what it was. `split`: a witness knows another tree. Null if
 * all is well.
 */
export async function logFault(reader: FaultReader): Promise<{ kind: FaultKind; since: number } | null> {
  for (const kind of ["damaged", "split"] as const) {
    const since = await sinceWhen(reader, kind);
    if (since > 0) return { kind, since };
  }
  return null;
}

const sinceWhen = async ({ database: { read }, registry }: FaultReader, kind: FaultKind): Promise<number> =>
  (await alertMark(read, markOf(registry, kind)))?.value ?? 0;

/** Runs work that signs the log. Stores for all processes whether the log is damaged, and mails the admins once. */
export async function noticeDamage(portal: Portal, work: () => Promise<boolean>): Promise<void> {
  try {
    if (await work()) await noteFault(portal, "damaged", false);
  } catch (error) {
    // If this cannot be stored now, the next try stores it. The program's log names the damage in either case.
    if (error instanceof LogBroken) await noteFault(portal, "damaged", true).catch(() => undefined);
    throw error;
  }
}

/** Stores for all processes whether there is such a fault, and mails the admins once. */
export async function noteFault(portal: Portal, kind: FaultKind, isThere: boolean): Promise<void> {
  const { database, registry, publicOrigin, now } = portal;
  if ((await sinceWhen(portal, kind)) > 0 === isThere) return;
  await inTransaction(portal, async (within, writer) => {
    const since = await lockAlertMark(database, writer, markOf(registry, kind), 0);
    if (since > 0 === isThere) return;
    await moveAlertMark(writer, markOf(registry, kind), isThere ? now() : 0);
    const link = `${publicOrigin}/proof`;
    if (isThere) await mailAdmins(within, ({ logFaultMail }, operator) => logFaultMail(kind, { operator, link }));
  });
}
