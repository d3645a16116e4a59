import { type Awaitable, whenReady } from "#core/awaitable.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { mayLearnOf } from "#core/records/lookup-policy.ts";
import { canonicalNumber, countedNumber, type NumberKind, soughtSpellings } from "#core/records/numbers.ts";
import { linkEnd } from "#core/images/image-links.ts";
import { type PublicRecord, type PublicView, toPublicRecord } from "#core/records/visibility.ts";
import type { SecondNumber } from "#core/records/second-number.ts";
import type { Settings } from "#core/settings/settings.ts";
import { signImages } from "#sealing/keyed-hashes.ts";
import { type LookupRow, recordsByIndex, type ShownRow } from "#storage/database/records/records.ts";
import { NumberHashes, numberIndex, numberIndexes } from "#sealing/number-index.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { Portal } from "../portal/portal.ts";
import { cachedSettings, currentSettings } from "../portal/current-settings.ts";
import { secondNumberOf, spellings } from "../portal/second-number.ts";
import { isShownRow, openShownRecord } from "../sealed/sealed-record.ts";

export type LookupQuestion = {
  /** `either` looks for a second number first, then for a passport number. */
  by: NumberKind | "either";
  /** As typed. A text that cannot be a number is a miss like any other. */
  number: string;
  /** Required by the `guarded` policy. */
  name?: string | undefined;
  /** Set if the name is required under every policy. */
  needsName?: true;
};

/** Returns what a stranger learns from a number. A record that is hidden, not approved, of another registry or missing gives the same null. */
export const lookUpRecord = (portal: Portal, { number, ...rest }: LookupQuestion): Awaitable<PublicRecord | null> =>
  whenReady(
    lookUpNumber(portal, { ...rest, number: new LookupNumber(portal, number) }),
    (found) => found && found.record,
  );

type ParsedLookup = Omit<LookupQuestion, "number"> & { number: LookupNumber };

/** What a stranger learns, and, for our own counts, the row that it came from. */
type FoundRecord = { record: PublicRecord; seq: number };

export const lookUpNumber = (portal: Portal, question: ParsedLookup): Awaitable<FoundRecord | null> =>
  whenReady(rowsWith(portal, question), (rows) => firstLearnt(portal, question, rows));

/** One statement, whatever is on record: how long it takes does not tell which spelling or kind of number a record has. */
function rowsWith({ database }: Portal, { by, number }: ParsedLookup): Awaitable<LookupRow[]> {
  const passport = by === "ircc" ? [] : number.passportIndexes;
  if (by === "passport") return passport.length > 0 ? database.findByKeys(recordsByIndex.passport, [passport]) : [];
  const second = number.secondIndexes;
  const isAsked = second.length + passport.length > 0;
  return isAsked ? database.findByKeys(recordsByIndex.either, [second, passport]) : [];
}

/** A number may be the second number of one record and the passport number of another one. */
function firstLearnt(
  portal: Portal,
  question: ParsedLookup,
  rows: readonly LookupRow[],
): Awaitable<FoundRecord | null> {
  const [row, ...others] = rows;
  if (!row) return null;
  // Checked before anything is opened, so that a broken hidden record gives the same answer as a missing one.
  if (!isShownRow(portal, row)) return firstLearnt(portal, question, others);
  const settings = cachedSettings(portal, row.settings_version)?.settings ?? currentSettings(portal);
  return whenReady(settings, (now) => {
    const record = recordInRow(portal, row, now, question);
    return record ? { record, seq: row.seq } : firstLearnt(portal, question, others);
  });
}

function recordInRow(
  portal: Portal,
  row: ShownRow,
  settings: Settings,
  { name = "", needsName }: Pick<LookupQuestion, "name" | "needsName">,
): PublicRecord | null {
  const record = openShownRecord(portal, row);
  const isLearnt = mayLearnOf(record, needsName ? "guarded" : settings.lookupPolicy, name);
  return isLearnt ? toPublicRecord(record, publicView(portal, settings)) : null;
}

/** What is shown of records now, and for how long their images can be opened. */
export function publicView(
  { keyring, registry, now }: Portal,
  { shownKinds, ownFields, ownPapers, secondNumber, lookupPolicy: policy }: Settings,
): PublicView {
  const until = linkEnd(now());
  const grantImages = (record: string) => ({ until, signature: signImages(keyring, { record, until, policy }) });
  return { registry, shownKinds, ownFields, ownPapers, secondNumber, grantImages };
}

/** A number as a visitor typed it. Its keyed hashes are computed once. */
export class LookupNumber {
  /** Null if the text cannot be a number. Counts and logs know the number by it. */
  readonly canonical: string | null;
  readonly #spelt: Readonly<Record<NumberKind, string | null>>;
  readonly #second: SecondNumber;
  readonly #registry: string;
  readonly #keyring: Keyring;
  readonly #passport: NumberHashes;

  constructor(portal: Pick<Portal, "keyring" | "registry" | "settingsCache">, typed: string) {
    const { keyring, registry } = portal;
    this.#spelt = spellings(portal, typed);
    this.#second = secondNumberOf(portal);
    const { passport, ircc } = this.#spelt;
    this.canonical = passport ?? (ircc === null ? null : countedNumber(ircc));
    this.#registry = registry;
    this.#keyring = keyring;
    this.#passport = new NumberHashes(keyring.current, registry, "passport", this.canonical ?? "");
  }

  /** Identifies the number in counts and in the lookup log. All texts that cannot be a number have the same hash. */
  get logHash(): Buffer {
    return this.#passport.logHash;
  }

  /** Under the current index key, then under older ones while keys are being rotated. */
  get passportIndexes(): Buffer[] {
    const { passport } = this.#spelt;
    if (passport === null) return [];
    const { all, current } = this.#keyring;
    return all.map((keySet) =>
      keySet === current ? this.#passport.index : numberIndex(keySet, this.#registry, "passport", passport),
    );
  }

  /** The same for each spelling of a second number. */
  get secondIndexes(): Buffer[] {
    return this.#seconds.flatMap((spelt) => numberIndexes(this.#keyring, this.#registry, "ircc", spelt));
  }

  /** True if it is one of the numbers of a record. */
  isOf({ passportNumber, irccNumber }: Pick<CandidateRecord, "passportNumber" | "irccNumber">): boolean {
    const { passport } = this.#spelt;
    return (passport !== null && canonicalNumber(passportNumber) === passport) || this.#seconds.includes(irccNumber);
  }

  get #seconds(): string[] {
    const { ircc } = this.#spelt;
    const { form, example } = this.#second;
    return ircc === null ? [] : soughtSpellings(ircc, form, example);
  }
}
