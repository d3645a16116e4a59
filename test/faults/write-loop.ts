import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { readConfig } from "#config";
import { hideRecord, decideOnRecord, deleteRecord } from "#operations/records/change-record.ts";
import { openPortal } from "#server/open-portal.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { uploaded } from "../support/documents.ts";

/** Writes for ever; says what was done once it was acknowledged, one line each, straight into the pipe. */
const portal = await openPortal(readConfig());
const say = (action: string, id: string, number: string) => writeSync(1, `${action} ${id} ${number}\n`);
// A killed process leaves nothing for the next one to start sooner with.
flushCompileCache();

for (let count = 0; ; count += 1) {
  const number = `K${process.pid}X${count}`;
  const images = count % 4 === 0 ? { workPermit: await uploaded(portal, moderator) } : {};
  const { id } = await addTestRecord(portal, moderator, { passportNumber: number, irccNumber: `W${number}`, images });
  say("added", id, number);
  await decideOnRecord(portal, admin, { id }, "approve");
  say("approved", id, number);
  if (count % 3 === 1) {
    await hideRecord(portal, admin, { id });
    say("hidden", id, number);
  }
  if (count % 3 === 2) {
    await deleteRecord(portal, admin, { id });
    say("deleted", id, number);
  }
}
