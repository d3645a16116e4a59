import { mayLearnOf } from "#core/candidates/lookup-policy.ts";
import { canonicalNumber, type NumberKind } from "#core/candidates/numbers.ts";
import { linkEnd } from "#core/images/image-links.ts";
import { isShown, type PublicCandidate, toPublicCandidate } from "#core/candidates/visibility.ts";
import { signImages } from "#sealing/image-links.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { candidateByIndex } from "#storage/database/candidates.ts";
import type { Portal } from "../portal.ts";
import { settingsOfVersion } from "../settings/current-settings.ts";
import { openCandidate } from "./sealed-candidate.ts";

export type LookupQuestion = {
  /** `either`: an IRCC number first, then a passport number. */
  by: NumberKind | "either";
  /** As typed. What cannot be a number is a miss like any other. */
  number: string;
  /** Asked for in the `guarded` policy. */
  name?: string | undefined;
};

/** What a stranger learns from a number, or null. Hidden, denied, foreign and missing are the same null. */
export async function lookUpCandidate(portal: Portal, question: LookupQuestion): Promise<PublicCandidate | null> {
  const canonical = canonicalNumber(question.number);
  if (canonical === null) return null;
  const name = question.name ?? "";
  if (question.by !== "either") return lookUp(portal, question.by, canonical, name);
  return (await lookUp(portal, "ircc", canonical, name)) ?? lookUp(portal, "passport", canonical, name);
}

async function lookUp(
  portal: Portal,
  kind: NumberKind,
  canonical: string,
  name: string,
): Promise<PublicCandidate | null> {
  const row = await findRow(portal, kind, canonical);
  // Before anything is opened, so that a broken record of the hidden kind is as absent as the rest.
  if (!row || !isShown({ registry: row.registry, approval: row.approval, hidden: row.hidden === 1 }, portal.registry)) {
    return null;
  }
  const settings = await settingsOfVersion(portal, Number(row.settings_version));
  const candidate = openCandidate(portal, row);
  if (!mayLearnOf(candidate, settings.lookupPolicy, name)) return null;
  const { registry } = portal;
  return toPublicCandidate(candidate, { registry, shownKinds: settings.shownKinds, grantImages: granting(portal) });
}

const granting =
  ({ keyring, now }: Portal) =>
  (id: string) => {
    const until = linkEnd(now());
    return { until, signature: signImages(keyring, id, until) };
  };

/** Under the current index key as a rule; under older ones while keys are being rotated. */
async function findRow({ database, keyring, registry }: Portal, kind: NumberKind, canonical: string) {
  for (const keySet of keyring.all) {
    const row = await database.find(candidateByIndex[kind], [numberIndex(keySet, registry, kind, canonical)]);
    if (row) return row;
  }
  return undefined;
}
