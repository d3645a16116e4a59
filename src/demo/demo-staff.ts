import { type AccountActor, system } from "#core/accounts/actor.ts";
import type { ChosenRole } from "#core/accounts/listed-account.ts";
import type { Portal } from "#operations/portal.ts";
import { addAccount } from "#operations/accounts/add-account.ts";

/** One account of each role that an admin can choose. Nobody reads mail at these addresses. */
export const demoStaff = {
  admin: { name: "Amina Rahman", email: "admin@agency.example" },
  moderator: { name: "Mitu Sarker", email: "moderator@agency.example" },
  student: { name: "Shuvo Das", email: "student@agency.example" },
} as const satisfies Record<ChosenRole, { name: string; email: string }>;

/** Everybody knows this password. A demo that others can reach gets other passwords at each start. */
export const demoPassword = "seven drawn papers on a desk";

/** Makes the accounts, or sets new passwords if they exist. */
export async function makeDemoStaff(portal: Portal, passwordOf: (role: ChosenRole) => string) {
  const make = async (role: ChosenRole): Promise<AccountActor> => {
    const account = { ...demoStaff[role], password: passwordOf(role) };
    return { kind: "account", role, id: (await addAccount(portal, system("demo"), role, account)).id };
  };
  return { admin: await make("admin"), moderator: await make("moderator"), student: await make("student") };
}
