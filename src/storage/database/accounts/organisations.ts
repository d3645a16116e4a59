import { sql } from "kysely";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type OrganisationRow = Row<"organisation">;

export const organisationRows = (reader: Reader, registry: string): Promise<OrganisationRow[]> =>
  reader.selectFrom("organisation").selectAll().where("registry", "=", registry).orderBy("added_at").execute();

/** The organisation of a person who has the role now. */
export const organisationOfPerson = (reader: Reader, personId: string): Promise<OrganisationRow | undefined> =>
  reader
    .selectFrom("organisation")
    .innerJoin("staff", "staff.organisation_id", "organisation.id")
    .selectAll("organisation")
    .where("staff.person_id", "=", personId)
    .where("staff.role", "=", "organisation")
    .where("staff.suspended_at", "is", null)
    .executeTakeFirst();

export const peopleOfOrganisation = (reader: Reader, id: string) =>
  reader
    .selectFrom("staff")
    .innerJoin("person", "person.id", "staff.person_id")
    .select(["person.id", "person.email", "person.name", "staff.suspended_at"])
    .where("staff.organisation_id", "=", id)
    .where("staff.role", "=", "organisation")
    .orderBy("person.email")
    .execute();

/** What was counted on these days. A day without a row is left out. */
export const organisationDays = (reader: Reader, day: string) =>
  reader.selectFrom("organisation_day").selectAll().where("day", "=", day).execute();

type Counts = { checked: number; misses: number };

/** Adds to the counts of a day, and returns the sums. */
export async function countOnDay(writer: Writer, organisation: string, day: string, more: Counts): Promise<Counts> {
  return writer
    .insertInto("organisation_day")
    .values({ organisation_id: organisation, day, ...more })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "day"]).doUpdateSet({
        checked: sql`organisation_day.checked + ${more.checked}`,
        misses: sql`organisation_day.misses + ${more.misses}`,
      }),
    )
    .returning(["checked", "misses"])
    .executeTakeFirstOrThrow();
}

export async function deleteOrganisationDaysBefore(writer: Writer, day: string): Promise<void> {
  await writer.deleteFrom("organisation_day").where("day", "<", day).execute();
}
