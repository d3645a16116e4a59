import { type Actor, anonymous, system } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { updateSession } from "#storage/database/accounts/sessions.ts";
import { type SignedInPerson, signedIn, tokenFor } from "../../support/accounts/signed-in.ts";
import { atTheDesk } from "../../support/organisations.ts";
import { actorOf, freshAdmin, freshEmail, openSession } from "../../support/accounts/fresh-accounts.ts";
import { changeRows } from "../../support/change-rows.ts";

const machine = system("test");

export type Persona = {
  name: string;
  person: SignedInPerson | null;
  /** A key that this person made while they were an admin. */
  key?: string;
  /** The actor that the next request must count as. */
  counts: Actor;
};

/** A new person with this role, signed in. */
export async function arrived(portal: Portal, url: string, role: Role): Promise<Persona> {
  const person = await signedIn(portal, url, role);
  return {
    name: role,
    person,
    counts: actorOf(person.id, role),
    ...(role === "admin" && (await withKey(portal, person))),
  };
}

/** A person of an organisation, who has shown a second factor. */
export async function atDesk(portal: Portal, url: string): Promise<Persona> {
  const email = freshEmail();
  const { person: actor } = await atTheDesk(portal, {}, email);
  const { id, cookie } = await openSession(portal, actor.id);
  await portal.database.write((writer) => updateSession(portal, writer, id, { proved_at: portal.now() }));
  const person = { id: actor.id, email, cookie, token: await tokenFor(url, email, cookie) };
  const { key } = await makeApiKey(portal, actor, { name: "matrix", scope: "look-up", days: 30 });
  return { name: "organisation", person, key, counts: actor };
}

async function withKey(portal: Portal, { id }: SignedInPerson): Promise<{ key: string }> {
  const { key } = await makeApiKey(portal, actorOf(id, "admin"), { name: "matrix", scope: "write", days: 30 });
  return { key };
}

/**
 * Each person signs in first and loses the role or the account afterwards, so that the tests use old cookies and
 * tokens.
 */
export async function everybody(portal: Portal, url: string): Promise<Persona[]> {
  await freshAdmin(portal);
  const gone = async (name: string, make: (person: SignedInPerson) => Promise<unknown>) => {
    const person = await signedIn(portal, url, "admin");
    const key = await withKey(portal, person);
    await make(person);
    return { name, person, counts: anonymous, ...key };
  };
  const demotedBehind = await signedIn(portal, url, "admin");
  const keyBehind = await withKey(portal, demotedBehind);
  await changeRows(portal, "staff", { role: "student" }, { person_id: demotedBehind.id });
  return [
    { name: "anonymous", person: null, counts: anonymous },
    await arrived(portal, url, "student"),
    await atDesk(portal, url),
    await arrived(portal, url, "moderator"),
    await arrived(portal, url, "admin"),
    await gone("unconfirmed", ({ id }) => changeRows(portal, "person", { email_confirmed: 0 }, { id })),
    await gone("deleted", (person) => deleteAccount(portal, machine, person)),
    await gone("suspended", (person) => suspendAccount(portal, machine, person)),
    await gone("demoted", ({ id }) => changeRole(portal, machine, { id, role: "student" })),
    {
      name: "demoted in an open session",
      person: demotedBehind,
      counts: actorOf(demotedBehind.id, "student"),
      ...keyBehind,
    },
  ];
}
