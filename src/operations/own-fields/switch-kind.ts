import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import { mostCounted } from "#core/own-fields/own-field.ts";
import { isOff } from "#core/own-fields/own-paper.ts";
import { documentBit, type DocumentKind } from "#core/records/document-kinds.ts";
import { switchedOff, switchedOn } from "#core/settings/switched-kinds.ts";
import { countWithKind, hasRecords } from "#storage/database/records/record-counts.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { countPapersToShow } from "./own-values.ts";

type Switch = { kind: DocumentKind; expectedVersion?: number | undefined };

/**
 * What is asked before a kind is switched. `isShown`: visitors see it while it is on. `isMost`: there are too many records
 * to open them all, and holders may hold the paper of some back.
 */
export async function aboutSwitch(portal: Portal, actor: Actor, kind: DocumentKind, mostOpened = mostCounted) {
  authorize(mayChangeSettings(actor), actor);
  const settings = await currentSettings(portal);
  const isOn = !isOff(settings, kind);
  const isShown = isOn ? settings.shownKinds.some((shown) => shown === kind) : settings.kindsOff[kind] === "visitors";
  const { database, registry } = portal;
  const records = await countWithKind(database, { registry, bit: documentBit(kind), isPublic: !isOn });
  const asked = { isOn, isShown, records, isMost: false };
  // Records are opened only for the number that is asked, and only if all of them are.
  if (isOn || !isShown || records === 0) return asked;
  if (await hasRecords(database.read, mostOpened)) return { ...asked, isMost: true };
  return { ...asked, records: (await countPapersToShow(portal, kind)).records };
}

/** Records keep their documents. */
export async function switchKind(portal: Portal, actor: Actor, { kind, expectedVersion }: Switch) {
  const settings = await currentSettings(portal);
  const change = isOff(settings, kind) ? switchedOn(settings, kind) : switchedOff(settings, kind);
  return changeSettings(portal, actor, { change, expectedVersion });
}
