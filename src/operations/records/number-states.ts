import type { ListedNumber } from "#core/records/number-list.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { mayReadRecord } from "#core/accounts/permissions.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { type RecordRow, recordsWithNumbers } from "#storage/database/records/records.ts";
import type { Portal } from "../portal.ts";
import { isShownRow } from "./sealed-record.ts";

/**
 * `unknown` means that no record has the number. For a moderator, a record of somebody else that strangers do not see
 * is also `unknown`.
 */
export const numberStateNames = ["shown", "waiting", "hidden", "unknown"] as const;
type NumberState = (typeof numberStateNames)[number];

export type CheckedNumber = {
  typed: string;
  /** False if the text cannot be a number. Its state is `unknown`. */
  isNumber: boolean;
  state: NumberState;
  /** Null if there is no record, or if this person may not read it. */
  record: { id: string; name: string } | null;
};

/** Returns the state of each number's record, as far as this person may know it. */
export async function numberStates(portal: Portal, actor: Actor, numbers: readonly ListedNumber[]) {
  const canonicals = numbers.map(({ canonical }) => canonical).filter((number) => number !== null);
  const owners = await ownersByNumber(portal, canonicals);
  return numbers.map(({ typed, canonical }) => ({
    typed,
    isNumber: canonical !== null,
    ...ownersState(portal, actor, owners.get(canonical ?? "") ?? []),
  }));
}

const batch = 250;

/**
 * Finds the records that have each number. A number may be the passport number of one record and the IRCC number of another.
 */
async function ownersByNumber(portal: Portal, numbers: readonly string[]) {
  const owners = new Map<string, RecordRow[]>();
  for (let from = 0; from < numbers.length; from += batch) {
    const passport = indexed(portal, "passport", numbers.slice(from, from + batch));
    const ircc = indexed(portal, "ircc", numbers.slice(from, from + batch));
    const rows = await recordsWithNumbers(portal.database.read, indexesOf(passport), indexesOf(ircc));
    for (const row of rows) {
      const numbersOfRow = [ircc.get(hex(row.ircc_index)), passport.get(hex(row.passport_index))];
      for (const number of numbersOfRow) if (number) owners.set(number, [...(owners.get(number) ?? []), row]);
    }
  }
  return owners;
}

const hex = (index: Uint8Array | null) => Buffer.from(index ?? []).toString("hex");
const indexesOf = (byIndex: ReadonlyMap<string, string>) =>
  [...byIndex.keys()].map((index) => Buffer.from(index, "hex"));

/** Maps the indexes of each number to the number. There is one index under every key set. */
const indexed = ({ keyring, registry }: Portal, kind: "passport" | "ircc", numbers: readonly string[]) =>
  new Map(
    keyring.all.flatMap((keySet) =>
      numbers.map((number) => [hex(numberIndex(keySet, registry, kind, number)), number] as const),
    ),
  );

type StateOfRow = Pick<CheckedNumber, "state" | "record">;

/** If several records have the number, returns the one that strangers see: a lookup finds that one. */
function ownersState(portal: Portal, actor: Actor, rows: readonly RecordRow[]): StateOfRow {
  const known = rows.map((row) => stateOf(portal, actor, row)).filter(({ state }) => state !== "unknown");
  return known.find(({ state }) => state === "shown") ?? known[0] ?? { state: "unknown", record: null };
}

function stateOf(portal: Portal, actor: Actor, row: RecordRow): StateOfRow {
  const isReadable = mayReadRecord(actor, { addedBy: row.added_by });
  const record = isReadable ? { id: row.id, name: row.name } : null;
  if (isShownRow(portal, row)) return { state: "shown", record };
  if (!isReadable) return { state: "unknown", record };
  return { state: row.hidden === 1 ? "hidden" : "waiting", record };
}
