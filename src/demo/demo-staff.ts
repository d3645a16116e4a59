import { type AccountActor, system } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addAccount } from "#operations/accounts/add-account.ts";

/** One account of each role. Nobody reads mail at these addresses. */
export const demoStaff = {
  admin: { name: "Amina Rahman", email: "admin@agency.example" },
  moderator: { name: "Mitu Sarker", email: "moderator@agency.example" },
  organisation: { name: "Maria Vella", email: "desk@embassy.example" },
  student: { name: "Shuvo Das", email: "student@agency.example" },
} as const satisfies Record<Role, { name: string; email: string }>;

/** Everybody knows this password. A demo that others can reach gets other passwords at each start. */
export const demoPassword = "seven drawn papers on a desk";

/** Makes the accounts, or sets new passwords if they exist. The person of the organisation stays with it. */
export async function makeDemoStaff(portal: Portal, passwordOf: (role: Role) => string, organisation?: string) {
  const make = async (role: Role): Promise<AccountActor> => {
    const account = { ...demoStaff[role], password: passwordOf(role) };
    return { kind: "account", role, id: (await addAccount(portal, system("demo"), role, account, organisation)).id };
  };
  return {
    admin: await make("admin"),
    moderator: await make("moderator"),
    organisation: await make("organisation"),
    student: await make("student"),
  };
}
