import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import { openPortal } from "#server/open-portal.ts";
import { askSecretly } from "../ask-secretly.ts";
import { readEmail, refuseAccount } from "./refuse-account.ts";

/** Makes an admin, for the setup and for operators who can no longer sign in. Works while the site is served. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: "string" }, name: { type: "string" } } });
  const { name = "Admin" } = values;
  const email = readEmail(values.email);
  const password = await newPassword();
  await using portal = await openPortal(readConfig());
  const names = { email: "--email", name: "--name", password: "The password" };
  await addAccount(portal, system("command-line"), "admin", { email, name, password }).catch((error: unknown) =>
    refuseAccount(error, names),
  );
  console.log(`${email} is now an admin and can sign in.`);
}

/** On a terminal the password is typed twice, unseen. */
async function newPassword(): Promise<string> {
  const password = await askSecretly("Password: ");
  if (process.stdin.isTTY && password !== (await askSecretly("Password again: "))) {
    throw new StartRefused("The two passwords differ.");
  }
  return password;
}
