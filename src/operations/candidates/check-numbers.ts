import type { AuditDetails } from "#core/audit/audit-event.ts";
import { parseNumberList } from "#core/candidates/number-list.ts";
import { isShown } from "#core/candidates/visibility.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayCheckNumbers, mayReadCandidate, require } from "#core/staff/permissions.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { type CandidateRow, candidatesWithNumbers } from "#storage/database/candidates.ts";
import { recordUnderSettings } from "../audit/record-under-settings.ts";
import type { Portal } from "../portal.ts";
import { limitAsking } from "./limit-asking.ts";

/** `unknown`: on no record; to a moderator also another's record that strangers do not see. */
const numberStates = ["shown", "waiting", "hidden", "unknown"] as const;
type NumberState = (typeof numberStates)[number];

export type CheckedNumber = {
  typed: string;
  /** Whether it can be a number at all; what cannot is unknown. */
  isNumber: boolean;
  state: NumberState;
  /** For those who may read it. */
  record: { id: string; name: string } | null;
};

const lists = { name: "lists of numbers checked", atMost: 20, withinSeconds: 60 * 60 };

/** Says of each number of a list, passport or IRCC, how its record stands. That it was asked is recorded, without numbers. */
export async function checkNumbers(portal: Portal, actor: Actor, input: unknown): Promise<CheckedNumber[]> {
  require(mayCheckNumbers(actor), actor);
  const numbers = parseNumberList(input);
  await limitAsking(portal, actor, lists);
  const bearers = await bearersByNumber(
    portal,
    numbers.map(({ canonical }) => canonical).filter((number) => number !== null),
  );
  const checked = numbers.map(({ typed, canonical }) => ({
    typed,
    isNumber: canonical !== null,
    ...standing(portal, actor, bearers.get(canonical ?? "") ?? []),
  }));
  const event = { actor, action: "numbers-checked", subject: "staff", subjectId: actorId(actor) } as const;
  await recordUnderSettings(portal, { ...event, details: countsOf(checked) });
  return checked;
}

/** A number may be the passport number of one record and the IRCC number of another. */
type BearersByNumber = ReadonlyMap<string, readonly CandidateRow[]>;

const batch = 250;

async function bearersByNumber(portal: Portal, numbers: readonly string[]): Promise<BearersByNumber> {
  const bearers = new Map<string, CandidateRow[]>();
  for (let from = 0; from < numbers.length; from += batch) {
    const passport = indexed(portal, "passport", numbers.slice(from, from + batch));
    const ircc = indexed(portal, "ircc", numbers.slice(from, from + batch));
    const rows = await candidatesWithNumbers(portal.database.read, indexesOf(passport), indexesOf(ircc));
    for (const row of rows) {
      const borne = [ircc.get(hex(row.ircc_index)), passport.get(hex(row.passport_index))];
      for (const number of borne) if (number) bearers.set(number, [...(bearers.get(number) ?? []), row]);
    }
  }
  return bearers;
}

const hex = (index: Uint8Array) => Buffer.from(index).toString("hex");
const indexesOf = (byIndex: ReadonlyMap<string, string>) =>
  [...byIndex.keys()].map((index) => Buffer.from(index, "hex"));

/** Each number by its indexes, one under every key set. */
const indexed = ({ keyring, registry }: Portal, kind: "passport" | "ircc", numbers: readonly string[]) =>
  new Map(
    keyring.all.flatMap((keySet) =>
      numbers.map((number) => [hex(numberIndex(keySet, registry, kind, number)), number] as const),
    ),
  );

type Standing = Pick<CheckedNumber, "state" | "record">;

/** Of several records the one that strangers see, which is the one that a lookup finds. */
function standing(portal: Portal, actor: Actor, rows: readonly CandidateRow[]): Standing {
  const known = rows.map((row) => standingOf(portal, actor, row)).filter(({ state }) => state !== "unknown");
  return known.find(({ state }) => state === "shown") ?? known[0] ?? { state: "unknown", record: null };
}

function standingOf({ registry }: Portal, actor: Actor, row: CandidateRow): Standing {
  const isReadable = mayReadCandidate(actor, { addedBy: row.added_by });
  const record = isReadable ? { id: row.id, name: row.name } : null;
  const isHidden = row.hidden === 1;
  if (isShown({ registry: row.registry, approval: row.approval, hidden: isHidden }, registry)) {
    return { state: "shown", record };
  }
  if (!isReadable) return { state: "unknown", record };
  return { state: isHidden ? "hidden" : "waiting", record };
}

const countsOf = (checked: readonly CheckedNumber[]): AuditDetails =>
  Object.fromEntries(
    numberStates.map((state) => [state, { from: null, to: checked.filter((number) => number.state === state).length }]),
  );
