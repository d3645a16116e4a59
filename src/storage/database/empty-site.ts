import { sql } from "kysely";
import type { Reader } from "./database.ts";

/** Finds a row if somebody has a role, or if there is a record. */
export const anyStaffOrRecord =
  "select 1 as found where exists (select 1 from staff) or exists (select 1 from candidate)";

/** True before the first admin and the first record: such a site may be replaced by that of a backup. */
export async function isEmptySite(reader: Reader): Promise<boolean> {
  return (await sql.raw(anyStaffOrRecord).execute(reader)).rows.length === 0;
}
