import { defaultSettings, type Settings, type VersionedSettings } from "#core/settings/settings.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertFirstSettings, settingsRow, type SettingsRow, settingsVersion } from "#storage/database/settings.ts";
import type { Portal } from "../portal.ts";

type SettingsSource = Pick<Portal, "database" | "settingsCache">;

/** Returns the current settings, whichever process changed them last. Inside a transaction, as it sees them. */
export async function currentSettings(portal: SettingsSource): Promise<Settings> {
  return (await versionedSettings(portal)).settings;
}

export async function versionedSettings(portal: SettingsSource): Promise<VersionedSettings> {
  // Reads only the version: the row may be long, because it contains the texts of whole pages.
  const now = await portal.database.find(settingsVersion, []);
  const known = now && cachedSettings(portal, now.version);
  if (known) return known;
  const row = await portal.database.find(settingsRow, []);
  if (!row) throw new Error("the settings row is missing; the portal was not opened by open-portal.ts");
  const read = { settings: settingsIn(row), version: row.version, changedAt: row.changed_at };
  // What a transaction reads may be rolled back.
  if (!portal.database.transaction) portal.settingsCache.last = read;
  return read;
}

export async function insertDefaultSettings(portal: Portal): Promise<void> {
  if (await portal.database.find(settingsRow, [])) return;
  const now = portal.now();
  await portal.database.write((writer) =>
    insertFirstSettings(writer, {
      id: "settings",
      version: 1,
      changed_at: now,
      body: JSON.stringify(defaultSettings(dayOf(now))),
      key_set: portal.keyring.current.id,
      wrapped_key: newDataKey(portal.keyring, "settings").wrapped,
      sealed_mail_server: null,
    }),
  );
}

/** Null if this process has not read this version. */
export function cachedSettings({ settingsCache }: SettingsSource, version: number | null): VersionedSettings | null {
  return settingsCache.last?.version === version ? settingsCache.last : null;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the stored settings. Settings that a later version of Attestry added have their defaults until they are changed. */
export function settingsIn(row: SettingsRow): Settings {
  const defaults = defaultSettings(dayOf(row.changed_at));
  const stored = JSON.parse(row.body) as Partial<Settings>;
  return { ...defaults, ...stored, operator: { ...defaults.operator, ...stored.operator } };
}
