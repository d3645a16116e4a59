import { type Actor, anonymous, system } from "#core/accounts/actor.ts";
import { keyScopes, type KeyScope } from "#core/accounts/api-keys.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal/portal.ts";
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
  /** The API keys that this person made while they had their first role. */
  keys: ReadonlyMap<KeyScope, string>;
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
    keys: role === "admin" ? await keysOf(portal, actorOf(person.id, role)) : new Map(),
  };
}

/** A person of an organisation, who has shown a second factor. */
export async function atDesk(portal: Portal, url: string): Promise<Persona> {
  const email = freshEmail();
  const { person: actor } = await atTheDesk(portal, {}, email);
  const { id, cookie } = await openSession(portal, actor.id);
  await portal.database.write((writer) => updateSession(portal, writer, id, { proved_at: portal.now() }));
  const person = { id: actor.id, email, cookie, token: await tokenFor(url, email, cookie) };
  return { name: "organisation", person, keys: await keysOf(portal, actor, ["look-up"]), counts: actor };
}

async function keysOf(portal: Portal, actor: Actor, scopes: readonly KeyScope[] = keyScopes): Promise<Persona["keys"]> {
  const keys = new Map<KeyScope, string>();
  for (const scope of scopes) keys.set(scope, (await makeApiKey(portal, actor, { name: "A", scope, days: 30 })).key);
  return keys;
}

/**
 * Each person signs in first and loses the role or the account afterwards, so that the tests use old cookies and
 * tokens.
 */
export async function everybody(portal: Portal, url: string): Promise<Persona[]> {
  await freshAdmin(portal);
  const gone = async (name: string, make: (person: SignedInPerson) => Promise<unknown>) => {
    const person = await signedIn(portal, url, "admin");
    const keys = await keysOf(portal, actorOf(person.id, "admin"), ["write"]);
    await make(person);
    return { name, person, counts: anonymous, keys };
  };
  const demotedBehind = await signedIn(portal, url, "admin");
  const keys = await keysOf(portal, actorOf(demotedBehind.id, "admin"), ["write"]);
  await changeRows(portal, "staff", { role: "student" }, { person_id: demotedBehind.id });
  return [
    { name: "nobody", person: null, counts: anonymous, keys: new Map() },
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
      keys,
    },
  ];
}
