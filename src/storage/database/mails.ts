import type { Database, Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type MailRow = Row<"mail">;

export const mailsAfter = (reader: Reader, id: string, atMost: number): Promise<MailRow[]> =>
  reader.selectFrom("mail").selectAll().where("id", ">", id).orderBy("id").limit(atMost).execute();

/** The mail that has been due for longest, locked until the transaction ends. Already locked mails are skipped. */
export async function dueMail({ engine }: Database, writer: Writer, now: number): Promise<MailRow | undefined> {
  const found = writer
    .selectFrom("mail")
    .selectAll()
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(1);
  return (engine === "postgres" ? found.forUpdate().skipLocked() : found).executeTakeFirst();
}

/** Counts mails that were tried before and are still here, up to a number. */
export async function countFailingMails(reader: Reader, atMost: number): Promise<number> {
  const failing = reader.selectFrom("mail").select("id").where("tries", ">", 1).limit(atMost);
  return (await failing.execute()).length;
}
