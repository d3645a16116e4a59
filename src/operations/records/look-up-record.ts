import { type LookupPolicy, mayLearnOf } from "#core/records/lookup-policy.ts";
import { type NumberKind, canonicalNumber } from "#core/records/numbers.ts";
import { linkEnd } from "#core/images/image-links.ts";
import { type PublicRecord, type PublicView, toPublicRecord } from "#core/records/visibility.ts";
import type { Settings } from "#core/settings/settings.ts";
import { signImages } from "#sealing/keyed-hashes.ts";
import { recordByIndex, type ShownRow } from "#storage/database/records/records.ts";
import { NumberHashes } from "#sealing/number-index.ts";
import type { KeySet } from "#sealing/keyring.ts";
import type { Portal } from "../portal/portal.ts";
import { cachedSettings, currentSettings } from "../portal/current-settings.ts";
import { isShownRow, openShownRecord } from "../sealed/sealed-record.ts";

export type LookupQuestion = {
  /** `either` looks for an IRCC number first, then for a passport number. */
  by: NumberKind | "either";
  /** As typed. A text that cannot be a number is a miss like any other. */
  number: string;
  /** Required by the `guarded` policy. */
  name?: string | undefined;
  /** Set if the name is required under every policy. */
  needsName?: true;
};

/** Returns what a stranger learns from a number. A record that is hidden, not approved, of another registry or missing gives the same null. */
export async function lookUpRecord(portal: Portal, { number, ...rest }: LookupQuestion): Promise<PublicRecord | null> {
  const found = await lookUpNumber(portal, { ...rest, number: new LookupNumber(portal, number) });
  return found && found.record;
}

type ParsedLookup = Omit<LookupQuestion, "number"> & { number: LookupNumber };

/** What a stranger learns, and, for our own counts, the row that it came from. */
type FoundRecord = { record: PublicRecord; seq: number };

/** Looks under the current index key first, then under older ones while keys are being rotated. */
export async function lookUpNumber(
  portal: Portal,
  { by, number, name = "", needsName }: ParsedLookup,
): Promise<FoundRecord | null> {
  if (number.canonical === null) return null;
  for (const kind of kindsOf[by]) {
    for (const keySet of portal.keyring.all) {
      const found = portal.database.findByKey(recordByIndex[kind], number.index(keySet, kind));
      const row = found instanceof Promise ? await found : found;
      if (!row) continue;
      // Checked before anything is opened, so that a broken hidden record gives the same answer as a missing one.
      if (!isShownRow(portal, row)) break;
      const settings = cachedSettings(portal, row.settings_version)?.settings ?? (await currentSettings(portal));
      const record = recordInRow(portal, row, settings, {
        name,
        policy: needsName ? "guarded" : settings.lookupPolicy,
      });
      if (record) return { record, seq: row.seq };
      break;
    }
  }
  return null;
}

const kindsOf = { passport: ["passport"], ircc: ["ircc"], either: ["ircc", "passport"] } as const;

type NameRule = { name: string; policy: LookupPolicy };

function recordInRow(portal: Portal, row: ShownRow, settings: Settings, rule: NameRule): PublicRecord | null {
  const record = openShownRecord(portal, row);
  return mayLearnOf(record, rule.policy, rule.name) ? toPublicRecord(record, publicView(portal, settings)) : null;
}

/** What is shown of records now, and for how long their images can be opened. */
export function publicView(
  { keyring, registry, now }: Portal,
  { shownKinds, ownFields, ownPapers, lookupPolicy: policy }: Settings,
): PublicView {
  const until = linkEnd(now());
  const grantImages = (record: string) => ({ until, signature: signImages(keyring, { record, until, policy }) });
  return { registry, shownKinds, ownFields, ownPapers, grantImages };
}

/** A number as a visitor typed it. Its keyed hashes are computed once. */
export class LookupNumber {
  /** Null if the text cannot be a number. */
  readonly canonical: string | null;
  readonly #registry: string;
  readonly #current: KeySet;
  readonly #passport: NumberHashes;

  constructor({ keyring, registry }: Pick<Portal, "keyring" | "registry">, typed: string) {
    this.canonical = canonicalNumber(typed);
    this.#registry = registry;
    this.#current = keyring.current;
    this.#passport = new NumberHashes(keyring.current, registry, "passport", this.canonical ?? "");
  }

  /** Identifies the number in counts and in the lookup log. All texts that cannot be a number have the same hash. */
  get logHash(): Buffer {
    return this.#passport.logHash;
  }

  index(keySet: KeySet, kind: NumberKind): Buffer {
    if (kind === "passport" && keySet === this.#current) return this.#passport.index;
    return new NumberHashes(keySet, this.#registry, kind, this.canonical ?? "").index;
  }
}
