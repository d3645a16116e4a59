import { laterDay } from "#core/office-clock.ts";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { acceptInvitation, inviteToOrganisation } from "#operations/accounts/invitations.ts";
import { addOrganisation } from "#operations/desk/organisations.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { insertRow } from "#storage/database/rows.ts";
import { admin } from "./accounts/people.ts";
import { actorOf, freshEmail, goodPassword, hashingOnce } from "./accounts/fresh-accounts.ts";
import { bindAgain } from "./change-rows.ts";
import { officeToday } from "#operations/portal/office-time.ts";

export const embassy = (portal: Portal, more: object = {}) => ({
  name: "Embassy of Malta",
  country: "Malta",
  reason: "Visas",
  perDay: 500,
  lastDay: laterDay(officeToday(portal), 30),
  ...more,
});

/** An organisation, and one of its people, who has accepted the invitation and set up an app. */
export async function atTheDesk(
  portal: Portal,
  more: object = {},
  email = freshEmail(),
): Promise<{ organisation: string; person: AccountActor }> {
  const { id: organisation } = await addOrganisation(portal, admin, embassy(portal, more));
  return { organisation, person: await personOf(portal, organisation, email) };
}

/** Accepts the invitation that `invite` sends. */
export async function takeInvitation(portal: Portal, invite: (within: Portal) => Promise<unknown>): Promise<void> {
  let link = "";
  const accountMails: Portal["accountMails"] = {
    ...portal.accountMails,
    invited: async (_, sent) => void ({ link } = sent),
  };
  await invite({ ...portal, accountMails });
  const token = new URL(link).searchParams.get("token") ?? "";
  await acceptInvitation(hashingOnce(portal), { token, name: "Maria Vella", password: goodPassword });
}

export async function personOf(portal: Portal, organisation: string, email = freshEmail()): Promise<AccountActor> {
  await takeInvitation(portal, (within) =>
    inviteToOrganisation(within, system("test"), { id: organisation }, { email }),
  );
  const { id } = await portal.database.read
    .selectFrom("person")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const passkey = { name: "Key", public_key: "AA", counter: 0, device_type: "x", backed_up: 0, aaguid: "" } as const;
  await portal.database.write((writer) =>
    insertRow(writer, "passkey", {
      ...passkey,
      id,
      person_id: id,
      credential_id: id,
      transports: null,
      added_at: portal.now(),
    }),
  );
  await bindAgain(portal);
  return actorOf(id, "organisation");
}
