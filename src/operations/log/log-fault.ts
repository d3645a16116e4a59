import { dayMs } from "#core/durations.ts";
import { type LogFaultKind, logFaults as facts } from "#core/proofs/log-faults.ts";
import { alertMarks, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import type { Reader } from "#storage/database/database.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal/portal.ts";

/**
 * Thrown if the log is not what it was when it was last signed: nothing more is signed until somebody has looked at it. Or
 * if a witness knows another tree.
 */
export class LogBroken extends Error {}

const kinds = Object.keys(facts) as LogFaultKind[];

export type LogFault = { kind: LogFaultKind; since: number; witnesses: readonly string[] };

type FaultReader = { database: Pick<Portal["database"], "read"> } & Pick<Portal, "registry" | "now">;

/** Each witness has its own mark: one that is wrong does not hide what another one tells. */
type Marks = ReadonlyMap<string, number>;
const faultOf = (kind: LogFaultKind, witness: string) => `${kind} ${witness}`.trimEnd();
/** Two more marks of a fault: since when the one was that was mailed, and since when it has not been there again. */
const mailOf = (fault: string) => `mailed ${fault}`;
const wellOf = (fault: string) => `well ${fault}`;
const beginningOf = (registry: string) => `log fault ${registry} `;

async function marksIn(reader: Reader, registry: string): Promise<Marks> {
  const beginning = beginningOf(registry);
  const marks = await alertMarks(reader, beginning);
  return new Map(marks.map(({ id, value }) => [id.slice(beginning.length), value]));
}

/** The faults of a kind that were found, by witness, with the time since when. Some may not have lasted long enough. */
const markedIn = (marks: Marks, kind: LogFaultKind) =>
  [...marks].flatMap(([fault, since]) =>
    since > 0 && (fault === kind || fault.startsWith(`${kind} `))
      ? [{ fault, since, well: marks.get(wellOf(fault)) ?? 0, witness: fault.slice(kind.length + 1) }]
      : [],
  );

/** Clocks differ, and are put back. */
const hasLasted = (kind: LogFaultKind, ms: number): boolean => Math.abs(ms) >= facts[kind].lastsMs;

/** Empty if all is well. The worst comes first. */
export async function logFaults({ database, registry, now }: FaultReader): Promise<LogFault[]> {
  const marks = await marksIn(database.read, registry);
  return kinds.flatMap((kind) => {
    const lasting = markedIn(marks, kind).filter(({ since, well }) => hasLasted(kind, (well || now()) - since));
    if (lasting.length === 0) return [];
    const witnesses = lasting.map(({ witness }) => witness).filter(Boolean);
    return [{ kind, since: Math.min(...lasting.map(({ since }) => since)), witnesses }];
  });
}

/** Runs work that compares the log. Stores for all processes whether the log has this fault, and mails the admins once. */
export async function noticeDamage(
  portal: Portal,
  work: () => Promise<boolean>,
  kind: "damaged" | "differs" = "damaged",
): Promise<void> {
  try {
    if (await work()) await noteFaults(portal, { [kind]: [] });
  } catch (error) {
    // If this cannot be stored now, the next try stores it. The program's log names the damage in either case.
    if (error instanceof LogBroken) await noteFaults(portal, { [kind]: [""] }).catch(() => undefined);
    throw error;
  }
}

/** Somebody put an older database back, so lines are lost. The next comparison finds the new tree whole. */
export const noteOlderState = (portal: Portal): Promise<void> => noteFaults(portal, { older: [""] });

/** For a person who knows what the older database lost. */
export const endOlderState = (portal: Portal): Promise<void> => noteFaults(portal, { older: [] });

/** By kind, the witnesses that a fault is about; an empty name for a fault of the log itself. */
type Found = Partial<Record<LogFaultKind, readonly string[]>>;

/**
 * `another`: witnesses that know another tree. `unknown`: witnesses that do not know the log. What each told stands until
 * it is not `unsigned` any more.
 */
export async function noteWitnesses(
  portal: Portal,
  {
    witnesses,
    another,
    unknown,
    unsigned,
    isQuorum,
  }: Record<"witnesses" | "another" | "unknown" | "unsigned", readonly string[]> & {
    isQuorum: boolean;
  },
): Promise<void> {
  const marks = await marksIn(portal.database.read, portal.registry);
  const stillTold = (kind: LogFaultKind, telling: readonly string[]) => {
    const told = markedIn(marks, kind).map(({ witness }) => witness);
    return unsigned.filter((witness) => told.includes(witness) || telling.includes(witness));
  };
  const [split, strange] = [stillTold("split", another), stillTold("unknown", unknown)];
  const silent = unsigned.filter((witness) => !split.includes(witness) && !strange.includes(witness));
  const isOver = (kind: LogFaultKind, witness: string) => {
    if (witness === "") return witnesses.length === 0;
    return !witnesses.includes(witness) || (kind === "silent" && [...split, ...strange].includes(witness));
  };
  await noteFaults(portal, { split, unknown: strange, silent, unwitnessed: isQuorum ? [] : [""] }, isOver);
}

/** True for a fault that ends at once, because the witness was removed, or because another fault says more. */
type IsOver = (kind: LogFaultKind, witness: string) => boolean;

/** Stores for all processes which faults of these kinds there are, and mails the admins once about each. */
async function noteFaults(portal: Portal, found: Found, isOver: IsOver = () => false): Promise<void> {
  const { database, registry, publicOrigin, now } = portal;
  const changes = async (reader: Reader) => changesIn(await marksIn(reader, registry), found, { isOver, now: now() });
  if ((await changes(database.read)).marks.size === 0) return;
  await inTransaction(portal, async (within, writer) => {
    await lockAlertMark(database, writer, `log faults ${registry}`, 0);
    const { marks, due } = await changes(writer);
    for (const [fault, value] of marks) {
      const mark = beginningOf(registry) + fault;
      await lockAlertMark(database, writer, mark, value);
      await moveAlertMark(writer, mark, value);
    }
    const link = `${publicOrigin}/proof`;
    for (const [kind, witnesses] of due)
      await mailAdmins(within, ({ logFaultMail }, operator) => logFaultMail(kind, { operator, link, witnesses }));
  });
}

type Turn = { isOver: IsOver; now: number };

/** Returns the marks to store, and for each kind that has to be mailed its witnesses. */
function changesIn(before: Marks, found: Found, { isOver, now }: Turn) {
  const marks = new Map<string, number>();
  const due = new Map<LogFaultKind, string>();
  for (const kind of kinds) {
    const witnesses = found[kind];
    if (!witnesses) continue;
    for (const { fault, since, well, witness } of markedIn(before, kind)) {
      if (witnesses.includes(witness)) continue;
      const isEnded = isOver(kind, witness) || isWellAgain(kind, { since, well: well || now, now });
      if (isEnded) marks.set(fault, 0);
      if (isEnded ? well > 0 : well === 0) marks.set(wellOf(fault), isEnded ? 0 : now);
    }
    const late = witnesses.filter((witness) => {
      const fault = faultOf(kind, witness);
      const [known = 0, well = 0] = [before.get(fault), before.get(wellOf(fault))];
      const since = known > 0 ? sinceAfter(kind, { since: known, well, now }) : now;
      if (known !== since) marks.set(fault, since);
      if (well > 0) marks.set(wellOf(fault), 0);
      // "The others are enough" would not be true, and the mail about the missing quorum says more.
      const isSaid = kind === "silent" && (marks.get("unwitnessed") ?? before.get("unwitnessed") ?? 0) > 0;
      const mailed = before.get(mailOf(fault));
      if (isSaid || !hasLasted(kind, now - since) || !isToMail(kind, { witness, known, since, mailed, now }))
        return false;
      marks.set(mailOf(fault), since);
      return true;
    });
    if (late.length > 0) due.set(kind, late.join(", "));
  }
  return { marks, due };
}

type Times = Record<"since" | "well" | "now", number>;

/** A fault ends once it was away as long as it was there, or as long as it must last until it is told. */
const isWellAgain = (kind: LogFaultKind, { since, well, now }: Times): boolean =>
  Math.abs(now - well) >= Math.min(facts[kind].lastsMs, Math.abs(well - since));

/** A fault that was away for a while, and had not been told, is as much younger. */
const sinceAfter = (kind: LogFaultKind, { since, well, now }: Times): number =>
  well === 0 || hasLasted(kind, well - since) ? since : Math.min(now, since + Math.abs(now - well));

type Mailed = { witness: string; known: number; since: number; mailed: number | undefined; now: number };

/** The same of the same witness is mailed once a day at most. Version 1.0 mailed when it stored the mark. */
function isToMail(kind: LogFaultKind, { witness, known, since, mailed, now }: Mailed): boolean {
  if (mailed === undefined) return known === 0 || facts[kind].lastsMs > 0;
  return mailed !== since && (witness === "" || Math.abs(now - mailed) >= dayMs);
}
