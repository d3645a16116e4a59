import {
  type Asked,
  counted,
  type Question,
  type QuestionKind,
  type StopReason,
  stopReasons,
} from "#core/desk/guessing.ts";
import { dayMs } from "#core/durations.ts";
import { startOfDay } from "#core/office-clock.ts";
import { counterKey } from "#sealing/keyed-hashes.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { openCounters, countTries, deleteCounter } from "#storage/database/limit-counters.ts";
import type { Portal } from "../portal/portal.ts";
import { officeZone } from "../portal/office-time.ts";

/** An organisation, and a day of the office. All its people and keys share the counts, also across processes. */
export type AskedBy = { id: string; day: string };

const sums = ["numbers", "otherNames", "misses"] as const satisfies (keyof Asked)[];

const keyOf = ({ keyring }: Pick<Portal, "keyring">, { id, day }: AskedBy, ...what: string[]) =>
  counterKey(keyring, "asked by an organisation", [id, day, ...what].join("\0"));

const numberKey = (portal: Portal, by: AskedBy, { number }: Question) => keyOf(portal, by, "number", number);
const pairKey = (portal: Portal, by: AskedBy, { number, name }: Question) => keyOf(portal, by, "pair", number, name);
const sumKey = (portal: Portal, by: AskedBy, sum: (typeof sums)[number]) => keyOf(portal, by, sum);

export async function readAsked(portal: Portal, reader: Reader, by: AskedBy): Promise<Asked> {
  const keys = new Map(sums.map((sum) => [sum, sumKey(portal, by, sum)]));
  const rows = await openCounters(reader, [...keys.values()], portal.now());
  const tries = new Map(rows.map((row) => [row.key, row.tries]));
  const read = (sum: (typeof sums)[number]) => tries.get(keys.get(sum) ?? "") ?? 0;
  return { numbers: read("numbers"), otherNames: read("otherNames"), misses: read("misses") };
}

/** Starts the counts of other names and of misses again. What was asked before still counts as asked. */
export async function forgetGuesses(portal: Portal, writer: Writer, by: AskedBy): Promise<void> {
  for (const sum of ["otherNames", "misses"] as const) await deleteCounter(writer, sumKey(portal, by, sum));
  for (const reason of stopReasons) await deleteCounter(writer, stopKey(portal, by.id, reason));
}

const stopKey = (portal: Portal, id: string, reason: StopReason) => keyOf(portal, { id, day: "" }, "stopped", reason);

const reasonKeptMs = 366 * dayMs;

/** The reason is kept beside the counts: an older program would drop it from the sealed facts of the organisation. */
export async function noteStopReason(portal: Portal, writer: Writer, id: string, reason: StopReason): Promise<void> {
  const now = portal.now();
  await countTries(writer, [{ key: stopKey(portal, id, reason), tries: 1, ends_at: now + reasonKeptMs }], now);
}

/** Null if it is not stopped, and if nobody knows why any more: after a year, a restore or a new secret. */
export async function readStopReason(portal: Portal, reader: Reader, id: string): Promise<StopReason | null> {
  const keys = stopReasons.map((reason) => stopKey(portal, id, reason));
  const noted = new Set((await openCounters(reader, keys, portal.now())).map(({ key }) => key));
  return stopReasons.find((_, at) => noted.has(keys[at] ?? "")) ?? null;
}

/**
 * Counts some questions of an organisation, whose row the caller has locked. The numbers and names are stored as keyed
 * hashes, until the day after.
 */
export async function openAsked(portal: Portal, writer: Writer, by: AskedBy, questions: readonly Question[]) {
  const keys = questions.flatMap((question) => [numberKey(portal, by, question), pairKey(portal, by, question)]);
  const before = await readAsked(portal, writer, by);
  const known = new Set((await openCounters(writer, keys, portal.now())).map(({ key }) => key));
  const fresh = new Set<string>();
  let asked = before;
  const isKnown = (key: string) => known.has(key) || fresh.has(key);
  return {
    sums: () => asked,
    kindOf(question: Question): QuestionKind {
      if (isKnown(pairKey(portal, by, question))) return "repeated";
      return isKnown(numberKey(portal, by, question)) ? "other-name" : "first-name";
    },
    count(question: Question, kind: QuestionKind, isMiss: boolean): void {
      asked = counted(asked, kind, isMiss);
      for (const key of [numberKey(portal, by, question), pairKey(portal, by, question)])
        if (!known.has(key)) fresh.add(key);
    },
    /** Returns how many more misses there are. */
    async save(): Promise<number> {
      // A list that began before midnight is counted on the day on which it began.
      const ends_at = startOfDay(officeZone(portal), by.day, 2);
      const more = sums.map((sum) => ({ key: sumKey(portal, by, sum), tries: asked[sum] - before[sum] }));
      const rows = [...more, ...[...fresh].map((key) => ({ key, tries: 1 }))].filter(({ tries }) => tries > 0);
      const sorted = rows.map((row) => ({ ...row, ends_at })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
      if (sorted.length > 0) await countTries(writer, sorted, portal.now());
      return asked.misses - before.misses;
    },
  };
}
