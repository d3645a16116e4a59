import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import { documentBit } from "#core/records/document-kinds.ts";
import { effectOfSet } from "#core/sets/effect-of-set.ts";
import type { SetId } from "#core/sets/set-ids.ts";
import { startingSets } from "#core/sets/sets.ts";
import type { Settings } from "#core/settings/settings.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { countWithKind, countWithSecond } from "#storage/database/records/record-counts.ts";
import { versionedSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { changeSettings } from "./change-settings.ts";

/** What a set would do on this site, and how many records have a document of each kind that it switches off. */
export async function aboutSet(portal: Portal, actor: Actor, set: SetId) {
  authorize(mayChangeSettings(actor), actor);
  const { settings, version } = await versionedSettings(portal);
  const { change, kindsOff, ...effect } = await effectHere(portal, settings, set);
  const { database, registry } = portal;
  const counted = await Array.fromAsync(kindsOff, async (kind) => ({
    kind,
    isShown: settings.shownKinds.some((shown) => shown === kind),
    records: await countWithKind(database, { registry, bit: documentBit(kind), isPublic: false }),
  }));
  return { ...effect, kindsOff: counted, changes: Object.keys(change).length > 0, isHeld: settings.fourEyes, version };
}

type Choice = { set: SetId; expectedVersion?: number | undefined };

/** Under the four-eyes rule, what visitors would newly see and the second number wait for a second admin. */
export async function chooseSet(portal: Portal, actor: Actor, { set, expectedVersion }: Choice) {
  authorize(mayChangeSettings(actor), actor);
  const { settings, version } = await versionedSettings(portal);
  const { change } = await effectHere(portal, settings, set);
  // The effect is that on these settings and no others.
  return changeSettings(portal, actor, { change, expectedVersion: expectedVersion ?? version });
}

async function effectHere(portal: Portal, settings: Settings, set: SetId) {
  const { read } = portal.database;
  return effectOfSet(settings, startingSets[set], {
    isUsed: (await countWithSecond(read)) > 0,
    waits: (await heldRows(portal, read)).some(({ kind }) => kind === "second-number"),
  });
}
