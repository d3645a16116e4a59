import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { isPersonId } from "#core/staff/staff-member.ts";
import { type Reader, type Writer, isRowId } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

export type EnrolmentRow = Selectable<Schema["enrolment"]>;

/** With what was paid for it so far, in its currency: somebody who enrols again may owe in another one. */
export type PaidEnrolmentRow = EnrolmentRow & { paid: number };

const paidSoFar = sql<number>`(
  select cast(coalesce(sum(payment.amount), 0) as bigint) from payment
  where payment.enrolment_id = enrolment.id and payment.currency = enrolment.currency and payment.voided_at is null
)`.as("paid");

/** The enrolment, cancelled or not. The caller has locked the class. */
export async function enrolmentOf(
  reader: Reader,
  classId: string,
  personId: string,
): Promise<EnrolmentRow | undefined> {
  if (!isPersonId(personId)) return undefined;
  return reader
    .selectFrom("enrolment")
    .selectAll()
    .where("class_id", "=", classId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
}

export async function enrolmentById(reader: Reader, id: string): Promise<PaidEnrolmentRow | undefined> {
  if (!isRowId(id)) return undefined;
  return reader.selectFrom("enrolment").selectAll().select(paidSoFar).where("id", "=", id).executeTakeFirst();
}

export async function hasEnrolments(reader: Reader, classId: string): Promise<boolean> {
  const found = reader.selectFrom("enrolment").select("id").where("class_id", "=", classId).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function insertEnrolment(writer: Writer, row: Insertable<Schema["enrolment"]>): Promise<void> {
  await writer.insertInto("enrolment").values(row).execute();
}

export async function updateEnrolment(
  writer: Writer,
  id: string,
  changes: Updateable<Schema["enrolment"]>,
): Promise<void> {
  await writer.updateTable("enrolment").set(changes).where("id", "=", id).execute();
}

/** Of one class, in the order of enrolment, page by page. */
export async function enrolmentsOfClass(
  reader: Reader,
  classId: string,
  afterSeq: number,
  atMost: number,
): Promise<PaidEnrolmentRow[]> {
  return reader
    .selectFrom("enrolment")
    .selectAll()
    .select(paidSoFar)
    .where("class_id", "=", classId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(atMost)
    .execute();
}

/** Of one person, the latest first. */
export async function enrolmentsOfPerson(reader: Reader, personId: string): Promise<PaidEnrolmentRow[]> {
  if (!isPersonId(personId)) return [];
  return reader
    .selectFrom("enrolment")
    .selectAll()
    .select(paidSoFar)
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .execute();
}
