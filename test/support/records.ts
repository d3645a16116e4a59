import type { Actor } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal.ts";
import { addRecord, type NewRecord } from "#operations/records/add-record.ts";
import { admin, particulars } from "./accounts/people.ts";

type Different = Record<string, unknown> & Partial<Pick<NewRecord, "images" | "lastDays">>;

/** Adds a record. Each call adds one of another person with other numbers. */
export const addTestRecord = (
  portal: Portal,
  actor: Actor = admin,
  { images = {}, lastDays, ...different }: Different = {},
) => addRecord(portal, actor, { particulars: particulars(different), images, lastDays });
