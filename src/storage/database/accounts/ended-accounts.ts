import { type RawBuilder, sql } from "kysely";
import { invitationMs, linkLifetimes, longestSessionMs } from "#core/accounts/mailed-links.ts";
import { setBackMs } from "#core/wrong-clock.ts";
import type { Writer } from "../database.ts";
import { hasComeIn } from "../wrong-clock.ts";
import { longestStepMs } from "./verifications.ts";

type Moments = { now: number; idleSince: number; unconfirmedSince: number };

const batch = 500;

/** One that was made before the clock was set back by less than a day may still be used. */
const isOver = (now: number, longestMs: number) => hasComeIn("expires_at", now, longestMs + setBackMs);

/** The condition for expired rows of each table. Each query uses an index or reads a small table. */
const expired: readonly [table: string, key: string, where: (moments: Moments) => RawBuilder<unknown>][] = [
  ["session", "id", ({ now, idleSince }) => sql`${isOver(now, longestSessionMs)} or used_at <= ${idleSince}`],
  ["verification", "id", ({ now }) => isOver(now, longestStepMs)],
  ["invitation", "id", ({ now }) => isOver(now, invitationMs)],
  ["mailed_link", "token_hash", ({ now }) => isOver(now, linkLifetimes.confirm)],
  [
    "person",
    "id",
    ({ unconfirmedSince }) => sql`
      email_confirmed = 0 and changed_at <= ${unconfirmedSince}
      and not exists (select 1 from staff where staff.person_id = person.id)`,
  ],
];

/** Deletes some expired rows. Returns true if there may be more. */
export async function deleteSomeEnded(writer: Writer, moments: Moments): Promise<boolean> {
  let isMore = false;
  for (const [table, key, where] of expired) {
    const found = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${where(moments)} limit ${batch}`;
    const statement = sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${found}) returning 1`;
    const { rows } = await statement.execute(writer);
    isMore ||= rows.length === batch;
  }
  return isMore;
}
