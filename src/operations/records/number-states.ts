import type { ListedNumber } from "#core/records/number-list.ts";
import { asPassport, storedSpellings } from "#core/records/numbers.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { mayReadRecord, maySeeEveryRecord } from "#core/accounts/permissions.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { recordsWithNumbers } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Portal } from "../portal/portal.ts";
import { secondNumberOf } from "../portal/second-number.ts";
import { isShownRow } from "../sealed/sealed-record.ts";

/**
 * `unknown` means that no record has the number. For a moderator, a record of somebody else is also `unknown` unless a
 * stranger would learn of it. `unchecked`: no record of this moderator has the number, and those of others were not asked.
 */
export type NumberState = "shown" | "waiting" | "hidden" | "unknown" | "unchecked";

/**
 * Why records of others were not asked: the name beside the number is missing, they are shown only by share code, the
 * moderator has missed too often in this hour, or everybody together has given too many wrong names for the number today.
 */
export const uncheckedReasons = ["name-missing", "own-only", "misses", "guessed"] as const;
export type UncheckedReason = (typeof uncheckedReasons)[number];

export type CheckedNumber = {
  typed: string;
  /** False if the text cannot be a number. Its state is `unknown`. */
  isNumber: boolean;
  state: NumberState;
  /** Null unless the state is `unchecked`. */
  unchecked: UncheckedReason | null;
  /** Null if there is no record, or if this person may not read it. */
  record: { id: string; name: string } | null;
};

/** Says what a person learns of a number from records of others, given those that strangers see. */
export type AskOthers = (number: ListedNumber, shown: readonly RecordRow[]) => "shown" | "unknown" | UncheckedReason;

/** Returns the state of each number's record, as far as this person may know it. */
export async function numberStates(
  portal: Portal,
  actor: Actor,
  numbers: readonly ListedNumber[],
  askOthers: AskOthers,
): Promise<CheckedNumber[]> {
  const canonicals = numbers.map(({ canonical }) => canonical).filter((number) => number !== null);
  const owners = await ownersByNumber(portal, canonicals);
  return numbers.map((number): CheckedNumber => ({
    typed: number.typed,
    isNumber: number.canonical !== null,
    ...stateIn(portal, actor, owners.get(number.canonical ?? "") ?? [], (shown) => askOthers(number, shown)),
  }));
}

type StateOfNumber = Pick<CheckedNumber, "state" | "unchecked" | "record">;

/** A record that this person may read goes first, and among these the one that strangers see: a lookup finds that one. */
function stateIn(
  portal: Portal,
  actor: Actor,
  rows: readonly RecordRow[],
  askOthers: (shown: readonly RecordRow[]) => ReturnType<AskOthers>,
): StateOfNumber {
  const { own = [], others = [] } = Object.groupBy(rows, ({ added_by }) =>
    mayReadRecord(actor, { addedBy: added_by }) ? "own" : "others",
  );
  const known = own.map((row): StateOfNumber => ({
    state: stateOf(portal, row),
    unchecked: null,
    record: { id: row.id, name: row.name },
  }));
  const first = known.find(({ state }) => state === "shown") ?? known[0];
  if (first) return first;
  const shownOthers = others.filter((row) => isShownRow(portal, row));
  const answer = maySeeEveryRecord(actor) ? "unknown" : askOthers(shownOthers);
  return answer === "shown" || answer === "unknown"
    ? { state: answer, unchecked: null, record: null }
    : { state: "unchecked", unchecked: answer, record: null };
}

function stateOf(portal: Portal, row: RecordRow): NumberState {
  if (isShownRow(portal, row)) return "shown";
  return row.hidden === 1 ? "hidden" : "waiting";
}

const batch = 250;

/**
 * Finds the records that have each number. A number may be the passport number of one record and the second number of another.
 */
async function ownersByNumber(portal: Portal, numbers: readonly string[]) {
  const owners = new Map<string, RecordRow[]>();
  for (let from = 0; from < numbers.length; from += batch) {
    const passport = indexed(portal, "passport", numbers.slice(from, from + batch));
    const ircc = indexed(portal, "ircc", secondNumberOf(portal).isAbsent ? [] : numbers.slice(from, from + batch));
    const rows = await recordsWithNumbers(portal.database.read, indexesOf(passport), indexesOf(ircc));
    for (const row of rows) {
      const numbersOfRow = [...(ircc.get(hex(row.ircc_index)) ?? []), ...(passport.get(hex(row.passport_index)) ?? [])];
      for (const number of new Set(numbersOfRow)) owners.set(number, [...(owners.get(number) ?? []), row]);
    }
  }
  return owners;
}

const hex = (index: Uint8Array | null) => Buffer.from(index ?? []).toString("hex");
const indexesOf = (byIndex: ReadonlyMap<string, unknown>) =>
  [...byIndex.keys()].map((index) => Buffer.from(index, "hex"));

const speltAs = { passport: (number: string) => [asPassport(number)], ircc: storedSpellings };

/** Maps indexes to the numbers of the list that may be stored under them. Each is there once under every key set. */
function indexed({ keyring, registry }: Portal, kind: "passport" | "ircc", numbers: readonly string[]) {
  const byIndex = new Map<string, string[]>();
  for (const keySet of keyring.all)
    for (const number of numbers)
      for (const spelt of speltAs[kind](number))
        byIndex.getOrInsertComputed(hex(numberIndex(keySet, registry, kind, spelt)), () => []).push(number);
  return byIndex;
}
