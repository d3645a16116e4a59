import type { Insertable, Selectable, Updateable } from "kysely";
import { isPersonId } from "#core/staff/staff-member.ts";
import { type Reader, type Writer, isRowId } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

type PaymentRow = Selectable<Schema["payment"]>;

/** A payment with the other facts of its receipt. */
export type ReceiptRow = PaymentRow & {
  person_id: string;
  class_id: string;
  title: string;
  place: string;
  starts_at: string;
  wrapped_key: Uint8Array;
};

const receipts = (reader: Reader) =>
  reader
    .selectFrom("payment")
    .innerJoin("enrolment", "enrolment.id", "payment.enrolment_id")
    .innerJoin("class", "class.id", "enrolment.class_id")
    .selectAll("payment")
    .select(["enrolment.person_id", "enrolment.class_id"])
    .select(["class.title", "class.place", "class.starts_at", "class.wrapped_key"]);

export async function receiptById(reader: Reader, id: string): Promise<ReceiptRow | undefined> {
  if (!isRowId(id)) return undefined;
  return receipts(reader).where("payment.id", "=", id).executeTakeFirst();
}

/** The payments of one person, the latest first. */
export async function receiptsOfPerson(reader: Reader, registry: string, personId: string): Promise<ReceiptRow[]> {
  if (!isPersonId(personId)) return [];
  return receipts(reader)
    .where("enrolment.person_id", "=", personId)
    .where("payment.registry", "=", registry)
    .orderBy("payment.seq", "desc")
    .execute();
}

/** The number of the next receipt. It is locked until the transaction ends, and undone with it. */
export async function takeReceiptNumber(writer: Writer, registry: string): Promise<number> {
  const { last } = await writer
    .insertInto("receipt_end")
    .values({ registry, last: 1 })
    .onConflict((conflict) =>
      conflict.column("registry").doUpdateSet((eb) => ({ last: eb("receipt_end.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertPayment(writer: Writer, row: Insertable<Schema["payment"]>): Promise<void> {
  await writer.insertInto("payment").values(row).execute();
}

export async function updatePayment(writer: Writer, id: string, changes: Updateable<Schema["payment"]>): Promise<void> {
  await writer.updateTable("payment").set(changes).where("id", "=", id).execute();
}
