import { alertMark, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal.ts";

/** Thrown if the log is not what it was when it was last signed. Nothing more is signed until somebody has looked at it. */
export class LogBroken extends Error {}

type DamageReader = { database: Pick<Portal["database"], "read">; registry: string };

const markOf = (registry: string) => `log damaged ${registry}`;

/** Since when the log is not signed any more, because it is not what it was. Null if it is whole. */
export async function logDamagedSince({ database: { read }, registry }: DamageReader): Promise<number | null> {
  const since = (await alertMark(read, markOf(registry)))?.value ?? 0;
  return since > 0 ? since : null;
}

/** Runs work that signs the log. Stores for all processes whether the log is damaged, and mails the admins once. */
export async function noticeDamage(portal: Portal, work: () => Promise<boolean>): Promise<void> {
  try {
    if (await work()) await noteDamage(portal, false);
  } catch (error) {
    // If this cannot be stored now, the next try stores it. The program's log names the damage in either case.
    if (error instanceof LogBroken) await noteDamage(portal, true).catch(() => undefined);
    throw error;
  }
}

async function noteDamage(portal: Portal, isDamaged: boolean): Promise<void> {
  const { database, registry, publicOrigin, now } = portal;
  if (((await logDamagedSince(portal)) !== null) === isDamaged) return;
  await inTransaction(portal, async (within, writer) => {
    const since = await lockAlertMark(database, writer, markOf(registry), 0);
    if (since > 0 === isDamaged) return;
    await moveAlertMark(writer, markOf(registry), isDamaged ? now() : 0);
    const link = `${publicOrigin}/proof`;
    if (isDamaged) await mailAdmins(within, ({ logDamagedMail }, operator) => logDamagedMail({ operator, link }));
  });
}
