import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { touchesSafeguards } from "#core/settings/safeguards.ts";
import { parseSettings, type Settings } from "#core/settings/settings.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayChangeSettings, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { settingsForChange, type SettingsRow, updateSettings } from "#storage/database/settings.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import type { Portal } from "../portal.ts";
import { settingsIn } from "./current-settings.ts";

export type SettingsChange = {
  /** Only what shall be different. */
  change: Partial<Settings>;
  /** The version that the change was made from, where the door knows it. */
  expectedVersion?: number | undefined;
};

export type SettingsChanged = { modified: 0 | 1; version: number };

export async function changeSettings(
  portal: Portal,
  actor: Actor,
  { change, expectedVersion }: SettingsChange,
): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  if (touchesSafeguards(change)) requireRecentProof(actor);
  return portal.database.write(async (writer) => {
    const row = await settingsForChange(portal.database, writer);
    if (!row) throw new Error("the settings row is missing");
    if (expectedVersion !== undefined && expectedVersion !== row.version) throw new PortalError("stale");
    return applySettings(portal, writer, row, actor, change);
  });
}

/** For a transaction that holds the row and knows that the actor may. */
export async function applySettings(
  portal: Portal,
  writer: Writer,
  row: SettingsRow,
  actor: Actor,
  change: Partial<Settings>,
): Promise<SettingsChanged> {
  const before = settingsIn(row);
  const dateIsSet = before.dateIsSet || change.dateValue !== undefined;
  const after = parseSettings({ ...before, dateIsSet, ...change });
  const details = detailsOfChange(withTextsApart(before), withTextsApart(after));
  if (Object.keys(details).length === 0) return { modified: 0, version: row.version };
  const version = row.version + 1;
  await updateSettings(writer, { body: JSON.stringify(after), version, changed_at: portal.now() });
  const key = unwrapKey(portal.keyring, "settings", row.wrapped_key);
  const event = { actor, action: "settings-changed", subject: "settings", subjectId: "settings", details } as const;
  await logAuditEvent(portal, writer, event, key);
  return { modified: 1, version };
}

/** So that a change of one text does not write down all the others, which are long. */
function withTextsApart({ texts, ...others }: Settings): Record<string, unknown> {
  const apart = Object.entries(texts).flatMap(([page, inLanguages]) =>
    Object.entries(inLanguages).map(([language, text]) => [`texts.${page}.${language}`, text] as const),
  );
  return { ...others, ...Object.fromEntries<unknown>(apart) };
}
