import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { heldWords } from "#i18n/held-words.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { releaseWaiting } from "#operations/revisions/release-waiting.ts";
import { readStuckRecords } from "#operations/revisions/stuck-records.ts";
import { openSite } from "../open-site.ts";

const operator = system("command-line");

/** For operators whose other admins cannot be reached. The audit log says who released a change, or approved a record. */
export async function run(args: string[]): Promise<void> {
  const { release: id } = parseArgs({ args, options: { release: { type: "string" } } }).values;
  await using portal = await openSite(readConfig());
  const held = await readHeldChanges(portal, operator);
  if (id !== undefined) {
    if (held.some((change) => change.id === id)) await agreeToChange(portal, operator, { id }).catch(refuse);
    else if ((await releaseWaiting(portal, operator, { id }).catch(refuse)) === 0) refuseUnknown();
    return console.log("The change has taken effect.");
  }
  for (const { id: change, ...facts } of held) {
    const when = new Date(facts.until).toISOString().slice(0, 16);
    const words = heldWords(facts.change, facts.name, { locale: "en", spared: facts.spared, outside: facts.outside });
    console.log(`${change}  ${words}. Asked for by ${facts.askedBy}; takes effect on ${when}Z.`);
  }
  for (const { id: record, name, isDamaged } of (await readStuckRecords(portal, operator)).records) {
    const why = isDamaged
      ? "cannot be read, because it is damaged. An admin can throw it away on its page, and so does attestry verify --repair"
      : "no admin may approve";
    console.log(`${record}  What waits of the record of ${name} ${why}.`);
  }
}

function refuse(error: unknown): never {
  if (!isPortalError(error) || error.status >= 500) throw error;
  if (error.id === "not-found") refuseUnknown();
  throw new StartRefused(error.message);
}

function refuseUnknown(): never {
  throw new StartRefused("Nothing with this ID waits. attestry changes lists what does.");
}
