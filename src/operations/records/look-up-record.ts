import { mayLearnOf } from "#core/records/lookup-policy.ts";
import type { NumberKind } from "#core/records/numbers.ts";
import { linkEnd } from "#core/images/image-links.ts";
import { isShown, type PublicRecord, toPublicRecord } from "#core/records/visibility.ts";
import { signImages } from "#sealing/image-links.ts";
import { recordByIndex } from "#storage/database/records.ts";
import type { Portal } from "../portal.ts";
import { settingsOfVersion } from "../settings/current-settings.ts";
import { AskedNumber } from "./asked-number.ts";
import { openRecord } from "./sealed-record.ts";

export type LookupQuestion = {
  /** `either`: an IRCC number first, then a passport number. */
  by: NumberKind | "either";
  /** As typed. What cannot be a number is a miss like any other. */
  number: string;
  /** Asked for in the `guarded` policy. */
  name?: string | undefined;
};

/** What a stranger learns from a number, or null. Hidden, denied, foreign and missing are the same null. */
export const lookUpRecord = (portal: Portal, { number, ...rest }: LookupQuestion): Promise<PublicRecord | null> =>
  lookUpAsked(portal, { ...rest, asked: new AskedNumber(portal, number) });

export type AskedQuestion = Omit<LookupQuestion, "number"> & { asked: AskedNumber };

export async function lookUpAsked(
  portal: Portal,
  { by, asked, name = "" }: AskedQuestion,
): Promise<PublicRecord | null> {
  if (asked.canonical === null) return null;
  if (by !== "either") return lookUp(portal, by, asked, name);
  return (await lookUp(portal, "ircc", asked, name)) ?? lookUp(portal, "passport", asked, name);
}

async function lookUp(
  portal: Portal,
  kind: NumberKind,
  asked: AskedNumber,
  name: string,
): Promise<PublicRecord | null> {
  const row = await findRow(portal, kind, asked);
  // Before anything is opened, so that a broken record of the hidden kind is as absent as the rest.
  if (!row || !isShown({ registry: row.registry, approval: row.approval, hidden: row.hidden === 1 }, portal.registry)) {
    return null;
  }
  const settings = await settingsOfVersion(portal, Number(row.settings_version));
  const record = openRecord(portal, row);
  if (!mayLearnOf(record, settings.lookupPolicy, name)) return null;
  const { registry } = portal;
  return toPublicRecord(record, { registry, shownKinds: settings.shownKinds, grantImages: granting(portal) });
}

const granting =
  ({ keyring, now }: Portal) =>
  (id: string) => {
    const until = linkEnd(now());
    return { until, signature: signImages(keyring, id, until) };
  };

/** Under the current index key as a rule; under older ones while keys are being rotated. */
async function findRow({ database, keyring }: Portal, kind: NumberKind, asked: AskedNumber) {
  for (const keySet of keyring.all) {
    const row = await database.findByKey(recordByIndex[kind], asked.index(keySet, kind));
    if (row) return row;
  }
  return undefined;
}
