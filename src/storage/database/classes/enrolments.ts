import { sql } from "kysely";
import { type Reader, isRowId, type Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type EnrolmentRow = Row<"enrolment">;

/** With the sum paid so far in the enrolment's currency: a student who enrols again may owe in another currency. */
export type PaidEnrolmentRow = EnrolmentRow & { paid: number };

const paidSoFar = sql<number>`(
  select cast(coalesce(sum(payment.amount), 0) as bigint) from payment
  where payment.enrolment_id = enrolment.id and payment.currency = enrolment.currency and payment.voided_at is null
)`.as("paid");

const enrolments = (reader: Reader) => reader.selectFrom("enrolment").selectAll();
const paidEnrolments = (reader: Reader) => enrolments(reader).select(paidSoFar);

/** The enrolment, cancelled or not. The caller has locked the class. */
export async function enrolmentOf(reader: Reader, classId: string, personId: string) {
  if (!isRowId(personId)) return undefined;
  return enrolments(reader).where("class_id", "=", classId).where("person_id", "=", personId).executeTakeFirst();
}

export async function enrolmentById(reader: Reader, id: string) {
  return isRowId(id) ? paidEnrolments(reader).where("id", "=", id).executeTakeFirst() : undefined;
}

export async function hasEnrolments(reader: Reader, classId: string): Promise<boolean> {
  const found = reader.selectFrom("enrolment").select("id").where("class_id", "=", classId).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The enrolments of one class in the order of enrolment, page by page. */
export const enrolmentsOfClass = (reader: Reader, classId: string, afterSeq: number, atMost: number) =>
  paidEnrolments(reader)
    .where("class_id", "=", classId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(atMost)
    .execute();

export async function enrolmentsOfPerson(reader: Reader, personId: string): Promise<PaidEnrolmentRow[]> {
  if (!isRowId(personId)) return [];
  return paidEnrolments(reader).where("person_id", "=", personId).orderBy("seq", "desc").execute();
}

const receipts = (reader: Reader) =>
  reader
    .selectFrom("payment")
    .innerJoin("enrolment", "enrolment.id", "payment.enrolment_id")
    .innerJoin("class", "class.id", "enrolment.class_id")
    .selectAll("payment")
    .select(["enrolment.person_id", "enrolment.class_id"])
    .select(["class.title", "class.place", "class.starts_at", "class.wrapped_key"]);

export type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receipts>["executeTakeFirstOrThrow"]>>;

export async function receiptById(reader: Reader, id: string): Promise<ReceiptRow | undefined> {
  return isRowId(id) ? receipts(reader).where("payment.id", "=", id).executeTakeFirst() : undefined;
}

export async function receiptsOfPerson(reader: Reader, registry: string, personId: string): Promise<ReceiptRow[]> {
  if (!isRowId(personId)) return [];
  return receipts(reader)
    .where("enrolment.person_id", "=", personId)
    .where("payment.registry", "=", registry)
    .orderBy("payment.seq", "desc")
    .execute();
}

/** All enrolments and payments of a class, cancelled and voided ones too. */
export async function everythingOfClass(reader: Reader, classId: string) {
  return {
    enrolments: await enrolments(reader).where("class_id", "=", classId).execute(),
    payments: await receipts(reader).where("class.id", "=", classId).execute(),
  };
}

/** Takes the next receipt number. It is locked until the transaction ends; a rollback frees the number. */
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
