import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { readConfig } from "#config";
import { addRecord } from "#operations/records/add-record.ts";
import { decideOnRecord } from "#operations/records/decide-on-record.ts";
import { deleteRecord } from "#operations/records/delete-record.ts";
import { hideRecord } from "#operations/records/hide-record.ts";
import { openPortal } from "#server/open-portal.ts";
import { admin, moderator } from "../support/people.ts";
import { uploaded } from "../support/scans.ts";

/** Writes for ever; says what was done once it was acknowledged, one line each, straight into the pipe. */
const portal = await openPortal(readConfig());
// It ends by SIGKILL, when Node would not do it.
flushCompileCache();
const say = (action: string, id: string, number: string) => writeSync(1, `${action} ${id} ${number}\n`);

for (let count = 0; ; count += 1) {
  const number = `K${process.pid}X${count}`;
  const images = count % 4 === 0 ? { workPermit: await uploaded(portal, moderator) } : {};
  const { id } = await addRecord(portal, moderator, {
    particulars: {
      passportNumber: number,
      irccNumber: `W${number}`,
      name: `Writer ${count}`,
      fatherName: "F",
      motherName: "M",
      address: "Dhaka",
    },
    images,
  });
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
