import type { HeldChange } from "#core/accounts/held-changes.ts";
import type { RoleGift } from "#core/accounts/second-person.ts";
import { type HasRowKeys, isRowBound } from "../bound-rows.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";
import { withdrawInvitations } from "./invitations.ts";

export type HeldRow = Row<"held_change">;

/** Without those that were changed past the program: they never take effect. */
export async function heldRows(site: HasRowKeys, reader: Reader): Promise<HeldRow[]> {
  const rows = await reader.selectFrom("held_change").selectAll().orderBy("asked_at").orderBy("id").execute();
  return rows.filter((row) => isRowBound(site, "held_change", row));
}

export const sameHeldRow = async (site: HasRowKeys, reader: Reader, { kind, subject }: HeldChange) =>
  (await heldRows(site, reader)).find((row) => row.kind === kind && row.subject === subject);

/** Also deletes a row that was changed past the program. */
export async function deleteHeld(
  writer: Writer,
  { kind, subject }: Pick<HeldChange, "kind" | "subject">,
): Promise<void> {
  await writer.deleteFrom("held_change").where("kind", "=", kind).where("subject", "=", subject).execute();
}

export async function deleteAllHeld(writer: Writer): Promise<void> {
  await writer.deleteFrom("held_change").execute();
}

/** What a change would show to visitors: kinds of the program, or ids of the operator's own fields or papers. */
export const namedIn = ({ subject }: Pick<HeldRow, "subject">): string[] => subject.split(" ");

type OfPerson = { id: string; email: string };

/** Ends what waits about a person whose rights have changed, and what they asked for themselves. */
export async function withdrawHeld(writer: Writer, { id, email }: OfPerson): Promise<void> {
  await writer
    .deleteFrom("held_change")
    .where((eb) => eb.or([eb("asked_by", "=", id), eb("subject", "in", [id, email])]))
    .execute();
}

/** Ends the invitations to and by a person, too. */
export async function withdrawAllOf(writer: Writer, person: OfPerson): Promise<void> {
  await withdrawHeld(writer, person);
  await withdrawInvitations(writer, { email: person.email });
  await withdrawInvitations(writer, { invitedBy: person.id });
}

/** The admins with a confirmed address, also those who are suspended. */
export const adminsToTell = (reader: Reader) =>
  reader
    .selectFrom("staff")
    .innerJoin("person", "person.id", "staff.person_id")
    .select(["person.id", "person.email"])
    .where("staff.role", "=", "admin")
    .where("person.email_confirmed", "=", 1)
    .execute();

/** Who gave each person the role that they have, if that was since this time. */
export const roleGiftsSince = (reader: Reader, since: number): Promise<RoleGift[]> =>
  reader
    .selectFrom("staff")
    .select(["person_id as to", "given_by as by", "given_at as at"])
    .where("given_at", ">", since)
    .execute();
