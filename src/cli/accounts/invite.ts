import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { chosenRoles } from "#core/accounts/listed-account.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { isLoopback } from "#core/web-address.ts";
import { openSite } from "../open-site.ts";
import { UsageError } from "../usage-error.ts";
import { readEmail } from "./refuse-account.ts";

/** Mails a link with which somebody makes their account. The mail waits until a served portal sends it. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: "string" }, role: { type: "string" } } });
  const { role = "moderator" } = values;
  const email = readEmail(values.email);
  if (!chosenRoles.some((known) => known === role))
    throw new UsageError(`--role is not valid: use one of: ${chosenRoles.join(", ")}.`);
  const config = readConfig();
  refuseUnsafeLink(config);
  await using portal = await openSite(config);
  await invitePerson(portal, system("command-line"), { email, role });
  console.log(`The invitation to ${email} is queued. Its link works for 48 hours.`);
}

/**
 * Refuses an unsafe PUBLIC_URL, to which the invitation leads: in a shell it may differ from that of the service.
 * Trials on this machine are allowed.
 */
function refuseUnsafeLink({ PUBLIC_URL, SMTP_URL }: Config): void {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === "https:" || (isLoopback(hostname) && SMTP_URL === "")) return;
  throw new StartRefused(
    `The link in the invitation would lead to ${PUBLIC_URL}. Set PUBLIC_URL to the https:// address of the site.`,
  );
}
