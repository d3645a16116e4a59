import { type Database, type Writer, preparedSelect, lockForUpdate } from "./database.ts";
import type { Row } from "./rows.ts";

export type SettingsRow = Row<"settings">;

export const settingsRow = preparedSelect("settings", (reader) => reader.selectFrom("settings").selectAll());

export const settingsVersion = preparedSelect("settings-version", (reader) =>
  reader.selectFrom("settings").select("version"),
);

export const settingsKey = preparedSelect("settings-key", (reader) =>
  reader.selectFrom("settings").select("wrapped_key"),
);

export const settingsForChange = (database: Database, writer: Writer) =>
  lockForUpdate(database, writer.selectFrom("settings").selectAll()).executeTakeFirst();

/** False if another process inserted them. */
export async function insertFirstSettings(writer: Writer, row: SettingsRow): Promise<boolean> {
  const inserted = await writer
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
