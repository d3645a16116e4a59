import { detailsOfChange } from "#core/audit/audit-event.ts";
import { touchesSafeguards } from "#core/settings/safeguards.ts";
import { parseSettings, type Settings } from "#core/settings/settings.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayChangeSettings, requireRecentProof } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { settingsForChange, type SettingsRow, updateSettings } from "#storage/database/settings.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { changeLocked, type Entity } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { settingsIn } from "./current-settings.ts";

export const settingsId = "settings";

export const settingsEntity: Entity<SettingsRow> = {
  subject: "settings",
  async lock({ database }, writer) {
    const row = await settingsForChange(database, writer);
    if (!row) throw new Error("the settings row is missing");
    return row;
  },
};

export type SettingsChange = {
  /** Only what shall be different. */
  change: Partial<Settings>;
  /** The version that the change was made from, where the caller knows it. */
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
  return changeLocked(portal, actor, settingsEntity, { id: settingsId, expectedVersion }, async ({ writer, row }) =>
    applySettings(portal, writer, row, actor, change),
  );
}

/** Sets the day up to which records are checked. */
export async function changeDate(portal: Portal, actor: Actor, dateValue: string): Promise<SettingsChanged> {
  return changeSettings(portal, actor, { change: { dateValue } });
}

/** For a transaction that has locked the row and authorized the actor. */
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
  const details = detailsOfChange(withFlatTexts(before), withFlatTexts(after));
  if (Object.keys(details).length === 0) return { modified: 0, version: row.version };
  const version = row.version + 1;
  await updateSettings(writer, { body: JSON.stringify(after), version, changed_at: portal.now() });
  const key = unwrapKey(portal.keyring, settingsId, row.wrapped_key);
  const event = { actor, action: "settings-changed", subject: "settings", subjectId: settingsId, details } as const;
  await logAuditEvent(portal, writer, event, key);
  return { modified: 1, version };
}

/** Each text as a field of its own: a change of one text does not log the others, which are long. */
function withFlatTexts({ texts, ...others }: Settings): Record<string, unknown> {
  const flat = Object.entries(texts).flatMap(([page, inLanguages]) =>
    Object.entries(inLanguages).map(([language, text]) => [`texts.${page}.${language}`, text] as const),
  );
  return { ...others, ...Object.fromEntries<unknown>(flat) };
}
