import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { heldWords } from "#i18n/held-words.ts";
import { agreeToChange, readHeldChanges } from "#operations/held-changes/decide-change.ts";
import { openPortal } from "#server/open-portal.ts";

const operator = system("command-line");

/** For operators whose other admins cannot be reached. The audit log says who released a change. */
export async function run(args: string[]): Promise<void> {
  const { release } = parseArgs({ args, options: { release: { type: "string" } } }).values;
  await using portal = await openPortal(readConfig());
  if (release !== undefined) {
    await agreeToChange(portal, operator, { id: release }).catch(refuse);
    return console.log("The change has taken effect.");
  }
  for (const { id, change, name, askedBy, until } of await readHeldChanges(portal, operator)) {
    const when = new Date(until).toISOString().slice(0, 16);
    console.log(`${id}  ${heldWords(change, name, "en")}. Asked for by ${askedBy}; takes effect on ${when}Z.`);
  }
}

function refuse(error: unknown): never {
  if (!isPortalError(error) || error.status >= 500) throw error;
  throw new StartRefused(
    error.id === "not-found" ? "No change with this ID waits. attestry changes lists them." : error.message,
  );
}
