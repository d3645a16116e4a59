import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { departures } from "#core/accounts/departure.ts";
import { readLeftBehind } from "#operations/accounts/left-behind.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { openSite } from "../open-site.ts";
import { personWithRoleByEmail } from "#storage/database/accounts/roles.ts";
import { UsageError } from "../usage-error.ts";
import { readEmail } from "./refuse-account.ts";

const operator = system("command-line");

/** For somebody whom no admin can shut out, for example because it is the only one. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: "string" }, why: { type: "string" } } });
  const email = readEmail(values.email);
  const why = departures.find((departure) => departure === values.why);
  if (!why) throw new UsageError("--why is missing or not valid: it must be left or suspected.");
  await using portal = await openSite(readConfig());
  const member = await personWithRoleByEmail(portal.database.read, email);
  if (!member) throw new StartRefused(`Nobody has an account with the address ${email}.`);
  const before = await readLeftBehind(portal, operator, member.id);
  const { modified } = await suspendAccount(portal, operator, { id: member.id, why }).catch(refuse);
  if (modified === 0) return console.log(`${email} was suspended already. Nothing was changed.`);
  const frozen = before.pages.filter(({ isFrozen }) => !isFrozen).length + before.morePages;
  const pages = why === "suspected" ? `${frozen} pages of holders are frozen` : `${frozen} pages of holders go on`;
  console.log(`${email} is suspended, and ${pages}. The page of this person on the dashboard lists what they left.`);
}

function refuse(error: unknown): never {
  if (!isPortalError(error) || error.status >= 500) throw error;
  throw new StartRefused(error.message);
}
