import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database, Writer } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

export type MailRow = Selectable<Schema["letter"]>;

export async function insertMail(writer: Writer, row: Insertable<Schema["letter"]>): Promise<void> {
  await writer.insertInto("letter").values(row).execute();
}

/** The mail that has been due for longest, locked until the transaction ends. Locked ones are skipped. */
export async function dueMail({ engine }: Database, writer: Writer, now: number): Promise<MailRow | undefined> {
  const found = writer
    .selectFrom("letter")
    .selectAll()
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(1);
  return (engine === "postgres" ? found.forUpdate().skipLocked() : found).executeTakeFirst();
}

export async function updateMail(writer: Writer, id: string, changes: Updateable<Schema["letter"]>): Promise<void> {
  await writer.updateTable("letter").set(changes).where("id", "=", id).execute();
}

export async function deleteMail(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("letter").where("id", "=", id).execute();
}
