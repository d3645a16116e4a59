import type { Insertable, Selectable } from "kysely";
import { type Database, type Writer, preparedSelect, lockForUpdate } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

export type SettingsRow = Selectable<Schema["settings"]>;

export const settingsRow = preparedSelect("settings", (reader) => reader.selectFrom("settings").selectAll());

export const settingsVersion = preparedSelect("settings-version", (reader) =>
  reader.selectFrom("settings").select("version"),
);

export async function settingsForChange(database: Database, writer: Writer): Promise<SettingsRow | undefined> {
  const found = writer.selectFrom("settings").selectAll();
  return lockForUpdate(database, found).executeTakeFirst();
}

/** Writes the first settings, unless another process was faster. */
export async function insertFirstSettings(writer: Writer, row: Insertable<Schema["settings"]>): Promise<void> {
  await writer
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateSettings(writer: Writer, changes: Partial<Omit<SettingsRow, "id">>): Promise<void> {
  await writer.updateTable("settings").set(changes).execute();
}
