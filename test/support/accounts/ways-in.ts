import { randomUUID } from "node:crypto";
import { readInvitation } from "#operations/accounts/invitations.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { isSetupLinkValid } from "#operations/accounts/set-up-portal.ts";
import { readHeldChanges } from "#operations/decisions/decide-change.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { linkTokenHash, newLinkToken } from "#sealing/link-token.ts";
import { sealedHeld } from "#operations/held-changes/hold-change.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { insertPasskey } from "#storage/database/accounts/factors.ts";
import { replaceSetupLink } from "#storage/database/accounts/invitations.ts";
import { changeAccess, holderLinkByCode } from "#storage/database/holders/holders.ts";
import { type BoundTable, insertBound } from "#storage/database/bound-rows.ts";
import { holderOf } from "../holders.ts";
import { addTestRecord } from "../records.ts";
import { type Member, member, Visitor, withApp } from "./account-visitor.ts";
import { actorOf, freshEmail, goodPassword, sentInvitation } from "./fresh-accounts.ts";

type TableOfAccounts = BoundTable | "person" | "staff" | "sign_in_method" | "totp" | "passkey";

/**
 * An admin with an app, recovery codes, a passkey, a session, an API key and a holder's page, and one row of each other kind
 * that gives rights.
 * For each table: whether its row still opens something.
 */
export async function everyWayIn(portal: OpenPortal) {
  const owner = await member({ portal }, "admin");
  await withApp(owner);
  await addPasskey(portal, owner.id);
  const actor = actorOf(owner.id, "admin");
  const { key } = await makeApiKey(portal, actor, { name: "Books", scope: "look-up", days: 30 });
  const { token: invitation } = await sentInvitation(portal, actor, { email: freshEmail(), role: "moderator" });
  const [reset, setup] = [newLinkToken(), newLinkToken()];
  const ends = { expires_at: portal.now() + 60_000 };
  const held = { id: randomUUID(), kind: "suspend", subject: owner.id, asked_by: owner.id } as const;
  await portal.database.write(async (writer) => {
    const link = { token_hash: reset.hash, person_id: owner.id, purpose: "reset" } as const;
    await insertBound(portal, writer, "mailed_link", { ...link, ...ends });
    await replaceSetupLink(portal, writer, { token_hash: setup.hash, made_at: portal.now(), ...ends });
    await insertBound(portal, writer, "held_change", {
      ...held,
      asked_at: portal.now(),
      due_at: portal.now() + 60_000,
      ...sealedHeld.sealColumns(portal.keyring, held, { kind: held.kind, subject: held.subject }),
    });
  });
  const { opened } = await holderOf(portal, await addTestRecord(portal));
  await portal.database.write((writer) => changeAccess(portal, writer, opened.id, { person_id: owner.id }));
  const card = (await offerHolderLink(portal, actor, await addTestRecord(portal), {})) ?? "";
  const pending = new Visitor(portal);
  await signIn(pending, owner);
  const signsIn = async () => (await signIn(new Visitor(portal), owner)).ok;
  const isSignedIn = async () => (await owner.whoAmI()) !== null;
  const opens: Record<TableOfAccounts, () => Promise<boolean>> = {
    person: async () => (await signsIn()) || isSignedIn(),
    staff: async () => (await signsIn()) || isSignedIn(),
    sign_in_method: signsIn,
    totp: signsIn,
    passkey: signsIn,
    session: isSignedIn,
    api_key: async () => (await portal.accounts.signedIn(programWith(key))) !== null,
    verification: async () => (await portal.accounts.waysToGoOn(pending.caller)).passkey,
    mailed_link: () => portal.accounts.linkHolds("reset", reset.token),
    invitation: async () => (await readInvitation(portal, invitation)) !== null,
    setup_link: () => isSetupLinkValid(portal, setup.token),
    held_change: async () => (await readHeldChanges(portal, actor)).length > 0,
    holder: async () => (await readHolderPage(portal, opened)) !== null,
    holder_link: async () => (await holderLinkByCode(portal, portal.database.read, linkTokenHash(card))) !== undefined,
  };
  return { owner, opens };
}

/** Not counted as a try of a stranger, so that a test may do it many times. */
const signIn = (visitor: Visitor, { email }: Member) => visitor.step("signInByLink", { email, password: goodPassword });

const programWith = (key: string) => ({
  headers: new Headers({ Authorization: `Bearer ${key}` }),
  clientAddress: "203.0.113.8",
});

/** A passkey as an authenticator would have registered it. Nobody can show it. */
export async function addPasskey(portal: OpenPortal, personId: string): Promise<void> {
  const id = randomUUID();
  const facts = { public_key: "AA", counter: 0, device_type: "x", backed_up: 0, aaguid: "" } as const;
  const row = { ...facts, id, person_id: personId, name: "Phone", credential_id: id, transports: "", added_at: 1 };
  await portal.database.write((writer) => changeAccount(portal, writer, personId, () => insertPasskey(writer, row)));
}
