import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { resetFactors } from "#operations/accounts/manage-accounts.ts";
import { openSite } from "../open-site.ts";
import { readEmail } from "./refuse-account.ts";
import { personWithRoleByEmail } from "#storage/database/accounts/roles.ts";

/** For people who lost their phone, if no admin can help. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: "string" } } });
  const email = readEmail(values.email);
  await using portal = await openSite(readConfig());
  const member = await personWithRoleByEmail(portal.database.read, email);
  if (!member) throw new StartRefused(`Nobody has an account with the address ${email}.`);
  const { removed } = await resetFactors(portal, system("command-line"), member);
  console.log(
    removed === 0
      ? `${email} has no second factor and no passkey. The password alone is enough to sign in.`
      : `${email} can now sign in with the password alone, and was signed out everywhere.`,
  );
}
