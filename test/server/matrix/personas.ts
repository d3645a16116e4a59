import { type Actor, anonymous, system } from "#core/staff/actor.ts";
import type { Role } from "#core/staff/roles.ts";
import type { Portal } from "#operations/portal.ts";
import { changeRole, deleteStaff, suspendStaff } from "#operations/staff/manage-accounts.ts";
import { type SignedInPerson, signedIn } from "../../support/accounts/signed-in.ts";
import { actorOf, freshAdmin } from "../../support/accounts/staff.ts";

const machine = system("test");

export type Persona = {
  name: string;
  person: SignedInPerson | null;
  /** As whom the next request counts. */
  counts: Actor;
};

/** Somebody who is what their name says. */
export async function arrived(portal: Portal, url: string, role: Role): Promise<Persona> {
  const person = await signedIn(portal, url, role);
  return { name: role, person, counts: actorOf(person.id, role) };
}

/** Each signs in first, and is then made what their name says, so that an old cookie and an old token are tried. */
export async function everybody(portal: Portal, url: string): Promise<Persona[]> {
  await freshAdmin(portal);
  const gone = async (name: string, make: (person: SignedInPerson) => Promise<unknown>) => {
    const person = await signedIn(portal, url, "admin");
    await make(person);
    return { name, person, counts: anonymous };
  };
  const { database } = portal;
  const demotedBehind = await signedIn(portal, url, "admin");
  await database.write((writer) =>
    writer.updateTable("staff").set({ role: "student" }).where("person_id", "=", demotedBehind.id).execute(),
  );
  return [
    { name: "anonymous", person: null, counts: anonymous },
    await arrived(portal, url, "student"),
    await arrived(portal, url, "moderator"),
    await arrived(portal, url, "admin"),
    await gone("unconfirmed", ({ id }) =>
      database.write((writer) =>
        writer.updateTable("person").set({ email_confirmed: 0 }).where("id", "=", id).execute(),
      ),
    ),
    await gone("deleted", (person) => deleteStaff(portal, machine, person)),
    await gone("suspended", (person) => suspendStaff(portal, machine, person)),
    await gone("demoted", ({ id }) => changeRole(portal, machine, { id, role: "student" })),
    { name: "demoted in an open session", person: demotedBehind, counts: actorOf(demotedBehind.id, "student") },
  ];
}
