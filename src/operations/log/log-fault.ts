import { alertMarks, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal.ts";

/**
 * Thrown if the log is not what it was when it was last signed: nothing more is signed until somebody has looked at it. Or
 * if a witness knows another tree.
 */
export class LogBroken extends Error {}

/**
 * `damaged`: the log is not signed any more, because it is not what it was. `split`: these witnesses know another tree.
 */
export type LogFault = { kind: "damaged" | "split"; since: number; witnesses: readonly string[] };

type FaultReader = { database: Pick<Portal["database"], "read">; registry: string };

const markOf = (registry: string, fault: string) => `log fault ${registry} ${fault}`;
const damaged = "damaged";
/** Each witness has its own mark: one that is wrong does not hide what another one tells. */
const splitBy = (witness: string) => `split ${witness}`;

/** Empty if all is well. The worst comes first. */
export async function logFaults(reader: FaultReader): Promise<LogFault[]> {
  const { [damaged]: damagedSince, ...splits } = await faultsSince(reader);
  const witnesses = Object.keys(splits).map((fault) => fault.slice(splitBy("").length));
  const faults: LogFault[] = [];
  if (damagedSince !== undefined) faults.push({ kind: "damaged", since: damagedSince, witnesses: [] });
  if (witnesses.length > 0) faults.push({ kind: "split", since: Math.min(...Object.values(splits)), witnesses });
  return faults;
}

async function faultsSince({ database: { read }, registry }: FaultReader): Promise<Record<string, number>> {
  const beginning = markOf(registry, "");
  const marks = await alertMarks(read, beginning);
  return Object.fromEntries(
    marks.flatMap(({ id, value }) => (value > 0 ? [[id.slice(beginning.length), value] as const] : [])),
  );
}

/** Runs work that signs the log. Stores for all processes whether the log is damaged, and mails the admins once. */
export async function noticeDamage(portal: Portal, work: () => Promise<boolean>): Promise<void> {
  const note = async (isThere: boolean) => {
    if (Object.hasOwn(await faultsSince(portal), damaged) !== isThere) await noteFault(portal, null, isThere);
  };
  try {
    if (await work()) await note(false);
  } catch (error) {
    // If this cannot be stored now, the next try stores it. The program's log names the damage in either case.
    if (error instanceof LogBroken) await note(true).catch(() => undefined);
    throw error;
  }
}

/** `telling`: witnesses that know another tree. What each told stands until it is not `unsigned` any more. */
export async function noteWitnesses(
  portal: Portal,
  { telling, unsigned }: { telling: readonly string[]; unsigned: readonly string[] },
): Promise<void> {
  const told = (await logFaults(portal)).flatMap(({ witnesses }) => witnesses);
  for (const witness of telling) if (!told.includes(witness)) await noteFault(portal, witness, true);
  for (const witness of told) if (!unsigned.includes(witness)) await noteFault(portal, witness, false);
}

/** Stores for all processes whether there is such a fault, and mails the admins once. */
async function noteFault(portal: Portal, witness: string | null, isThere: boolean): Promise<void> {
  const { database, registry, publicOrigin, now } = portal;
  const fault = witness === null ? damaged : splitBy(witness);
  await inTransaction(portal, async (within, writer) => {
    const mark = markOf(registry, fault);
    const since = await lockAlertMark(database, writer, mark, 0);
    if (since > 0 === isThere) return;
    await moveAlertMark(writer, mark, isThere ? now() : 0);
    const link = `${publicOrigin}/proof`;
    if (isThere) await mailAdmins(within, ({ logFaultMail }, operator) => logFaultMail(witness, { operator, link }));
  });
}
