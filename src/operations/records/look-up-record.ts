import { type Awaitable, whenReady } from "#core/awaitable.ts";
import { mayLearnOf } from "#core/records/lookup-policy.ts";
import { countedNumber, type NumberKind, storedSpellings } from "#core/records/numbers.ts";
import { linkEnd } from "#core/images/image-links.ts";
import { type PublicRecord, type PublicView, toPublicRecord } from "#core/records/visibility.ts";
import type { Settings } from "#core/settings/settings.ts";
import { signImages } from "#sealing/keyed-hashes.ts";
import { type LookupRow, recordByIndex, type ShownRow } from "#storage/database/records/records.ts";
import { NumberHashes } from "#sealing/number-index.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { Portal } from "../portal/portal.ts";
import { cachedSettings, currentSettings } from "../portal/current-settings.ts";
import { spellings } from "../portal/second-number.ts";
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
  question.number.canonical === null ? null : lookUpAs(portal, question, 0);

const kindsOf = { passport: ["passport"], ircc: ["ircc"], either: ["ircc", "passport"] } as const;

/** Looks for a number of the kind at this place, then for one of the next kind. */
function lookUpAs(portal: Portal, question: ParsedLookup, place: number): Awaitable<FoundRecord | null> {
  const kind = kindsOf[question.by][place];
  if (!kind) return null;
  if (question.number.spelt[kind] === null) return lookUpAs(portal, question, place + 1);
  return whenReady(rowUnder(portal, question.number, kind), (row) => {
    // Checked before anything is opened, so that a broken hidden record gives the same answer as a missing one.
    if (!row || !isShownRow(portal, row)) return lookUpAs(portal, question, place + 1);
    const settings = cachedSettings(portal, row.settings_version)?.settings ?? currentSettings(portal);
    return whenReady(settings, (now) => {
      const record = recordInRow(portal, row, now, question);
      return record ? { record, seq: row.seq } : lookUpAs(portal, question, place + 1);
    });
  });
}

/** Looks under the current index key first, then under older ones while keys are being rotated, for each spelling. */
function rowUnder(portal: Portal, number: LookupNumber, kind: NumberKind, at = 0): Awaitable<LookupRow | undefined> {
  const index = number.indexAt(kind, at);
  if (!index) return undefined;
  return whenReady(
    portal.database.findByKey(recordByIndex[kind], index),
    (row) => row ?? rowUnder(portal, number, kind, at + 1),
  );
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
  readonly spelt: Readonly<Record<NumberKind, string | null>>;
  readonly #registry: string;
  readonly #keyring: Keyring;
  readonly #passport: NumberHashes;

  constructor(portal: Pick<Portal, "keyring" | "registry" | "settingsCache">, typed: string) {
    const { keyring, registry } = portal;
    this.spelt = spellings(portal, typed);
    const { passport, ircc } = this.spelt;
    this.canonical = passport ?? (ircc === null ? null : countedNumber(ircc));
    this.#registry = registry;
    this.#keyring = keyring;
    this.#passport = new NumberHashes(keyring.current, registry, "passport", this.canonical ?? "");
  }

  /** Identifies the number in counts and in the lookup log. All texts that cannot be a number have the same hash. */
  get logHash(): Buffer {
    return this.#passport.logHash;
  }

  /** The index of this kind at this place in the order of looking. Undefined after the last. */
  indexAt(kind: NumberKind, at: number): Buffer | undefined {
    const { all, current } = this.#keyring;
    const keySet = all[at % all.length] ?? current;
    if (kind === "passport" && at === 0 && keySet === current) return this.#passport.index;
    const spelt = this.spelt[kind];
    const stored = spelt === null ? undefined : storedSpellings(spelt)[Math.floor(at / all.length)];
    return stored === undefined ? undefined : new NumberHashes(keySet, this.#registry, kind, stored).index;
  }
}
