import { type AccountActor, system } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Agency } from "./agency.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";

/** The address of one account of each role. Nobody reads mail there. */
export const demoStaff = {
  admin: { email: "admin@agency.example" },
  moderator: { email: "moderator@agency.example" },
  organisation: { email: "desk@employer.example" },
  student: { email: "student@agency.example" },
} as const satisfies Record<Role, { email: string }>;

/** The account of a demo that has this role. */
export async function demoAccount(portal: Portal, role: Role): Promise<AccountActor> {
  const { id } = await readAccount(portal, system("demo"), demoStaff[role]);
  return { kind: "account", id, role };
}

/** Everybody knows this password. A demo that others can reach gets other passwords at each start. */
export const demoPassword = "seven drawn papers on a desk";

export const factsOfOrganisation = ({ organisation }: Agency, lastDay: string) => ({
  ...organisation,
  reason: "Papers of people whom it employs",
  perDay: 500,
  lastDay,
});

/** Makes the accounts, or sets new passwords if they exist. The person of the organisation stays with it. */
export async function makeDemoStaff(
  portal: Portal,
  { staff }: Pick<Agency, "staff">,
  passwordOf: (role: Role) => string,
  organisation?: string,
) {
  const make = async (role: Role): Promise<AccountActor> => {
    const account = { ...demoStaff[role], name: staff[role], password: passwordOf(role) };
    return { kind: "account", role, id: (await addAccount(portal, system("demo"), role, account, organisation)).id };
  };
  return {
    admin: await make("admin"),
    moderator: await make("moderator"),
    organisation: await make("organisation"),
    student: await make("student"),
  };
}
