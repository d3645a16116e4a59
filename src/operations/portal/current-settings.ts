import { allFeatures } from "#core/settings/features.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { defaultSettings, type Settings, stepsOfSettings, type VersionedSettings } from "#core/settings/settings.ts";
import { noProviders, type SignIn, storedSignIn } from "#core/settings/sign-in.ts";
import { someLike } from "#core/stored/decoders.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { boundTo, sealedContent } from "#sealing/sealed-content.ts";
import { settingsKey, settingsRow, type SettingsRow, settingsVersion } from "#storage/database/settings.ts";
import type { Portal } from "./portal.ts";

type SettingsSource = Pick<Portal, "database" | "keyring" | "settingsCache">;

/** Returns the current settings, whichever process changed them last. Inside a transaction, as it sees them. */
export async function currentSettings(portal: SettingsSource): Promise<Settings> {
  return (await versionedSettings(portal)).settings;
}

/** The settings as this process read them last, about a second ago at most. Costs no query. */
export const knownSettings = async (portal: SettingsSource): Promise<Settings> =>
  portal.settingsCache.last?.settings ?? currentSettings(portal);

/** How people sign in besides passwords and passkeys. Contains secrets. */
export const currentSignIn = async (portal: SettingsSource): Promise<SignIn> =>
  (await versionedSettings(portal)).signIn;

/** The site's name as the sender of mails: the operator's, once it is set. */
export const senderNameOf = async (portal: SettingsSource & Pick<Portal, "publicOrigin">): Promise<string> =>
  operatorName((await currentSettings(portal)).operator, portal.publicOrigin);

export async function versionedSettings(portal: SettingsSource): Promise<VersionedSettings> {
  const unit = portal.database.transaction?.unit;
  if (unit?.settings === undefined) return readSettings(portal);
  return (unit.settings ??= await readSettings(portal));
}

async function readSettings(portal: SettingsSource): Promise<VersionedSettings> {
  // Reads only the version: the row may be long, because it contains the texts of whole pages.
  const now = await portal.database.find(settingsVersion, []);
  const known = now && cachedSettings(portal, now.version);
  if (known) return known;
  const row = await portal.database.find(settingsRow, []);
  if (!row) throw settingsMissing();
  const { version, changed_at: changedAt } = row;
  const read = { settings: settingsIn(portal, row), signIn: signInIn(portal, row), version, changedAt };
  // What a transaction reads may be rolled back.
  if (!portal.database.transaction) portal.settingsCache.last = read;
  return read;
}

const settingsMissing = () => new Error("the settings row is missing; the portal was not opened by open-portal.ts");

/** Returns the data key of the settings. It stays the same for as long as the site exists. */
export async function keyOfSettings({ database, keyring, settingsCache }: SettingsSource): Promise<Buffer> {
  if (settingsCache.key) return settingsCache.key;
  const row = await database.find(settingsKey, []);
  if (!row) throw settingsMissing();
  return (settingsCache.key = unwrapKey(keyring, "settings", row.wrapped_key));
}

/** Null if this process has not read this version. */
export function cachedSettings(
  { settingsCache }: Pick<Portal, "settingsCache">,
  version: number | null,
): VersionedSettings | null {
  return settingsCache.last?.version === version ? settingsCache.last : null;
}

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

type PlainColumns = Pick<SettingsRow, "version" | "changed_at">;

/** What is sealed with the settings, and no setting: the rows of accounts were bound (bind-all-rows.ts). */
const rowsAreBound = { rowsAreBound: true };

export const sealedSettings = sealedContent({
  table: "settings",
  place: boundTo("settings", ["version", "changed_at"]),
  /** A part has the type of its default. Its own schema decides what else it may be, when it is changed. */
  decode: someLike({ ...defaultSettings(""), ...rowsAreBound }, { ...stepsOfSettings, rowsAreBound: "1.1" }),
});

/** The columns that a change of the settings writes. */
export const sealSettings = (key: Uint8Array, settings: Settings, { version, changed_at }: PlainColumns) => ({
  version,
  changed_at,
  sealed: sealedSettings.seal(key, { version, changed_at }, { ...settings, ...rowsAreBound }),
});

export const storedSettings = ({ keyring }: Pick<Portal, "keyring">, row: SettingsRow) =>
  sealedSettings.open(unwrapKey(keyring, row.id, row.wrapped_key), row);

/** False until the first start after version 1.0. */
export const areRowsBound = (portal: Pick<Portal, "keyring">, row: SettingsRow): boolean =>
  storedSettings(portal, row).rowsAreBound === true;

/** Returns the stored settings. Settings that a later version of Attestry added have their defaults until they are changed. */
export function settingsIn(portal: Pick<Portal, "keyring">, row: SettingsRow): Settings {
  const defaults = defaultSettings(dayOf(row.changed_at));
  const { rowsAreBound: _, ...stored } = storedSettings(portal, row);
  // Until a start has counted what the site uses, what it does not name is on.
  const features = { ...allFeatures, ...stored.features };
  return { ...defaults, ...stored, features, operator: { ...defaults.operator, ...stored.operator } };
}

export const sealedSignIn = sealedContent<{ id: string }, SignIn>({
  table: "settings",
  place: () => "settings/sign-in",
  decode: storedSignIn,
});

export const signInIn = ({ keyring }: Pick<Portal, "keyring">, row: SettingsRow): SignIn =>
  row.sealed_sign_in
    ? sealedSignIn.open(unwrapKey(keyring, row.id, row.wrapped_key), { id: row.id, sealed: row.sealed_sign_in })
    : noProviders;
