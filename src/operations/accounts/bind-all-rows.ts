import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Actor, system } from "#core/accounts/actor.ts";
import { bindAccount, isWhole, type WholeAccount, wholeAccounts } from "#storage/database/accounts/bound-accounts.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { bindEveryRow, boundTables, type HasRowKeys, isRowBound } from "#storage/database/bound-rows.ts";
import type { Database, Reader, Writer } from "#storage/database/database.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { rowsAfter, updateRow } from "#storage/database/rows.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { areRowsBound, sealSettings, settingsIn } from "../portal/current-settings.ts";
import { isAccountLogged } from "./logged-role.ts";

const batch = 100;

/** All accounts, in batches. */
export async function* everyAccount(reader: Reader): AsyncGenerator<WholeAccount[], void> {
  let ids: string[];
  let last = "";
  do {
    ids = (await rowsAfter<{ id: string }>(reader, "person", last, batch)).map(({ id }) => id);
    yield await wholeAccounts(reader, ids);
    await yieldToEventLoop();
    last = ids.at(-1) ?? last;
  } while (ids.length === batch);
}

/** The ids of the accounts that are closed, because they were changed past the program. */
export async function closedAccounts(site: HasRowKeys & { readonly database: Database }): Promise<string[]> {
  const closed: string[] = [];
  for await (const accounts of everyAccount(site.database.read))
    closed.push(...accounts.filter((one) => !isWhole(site, one)).map(({ person_id: id }) => id));
  return closed;
}

const upgrade: Actor = system("upgrade");

/**
 * Binds the rows of accounts that version 1.0 wrote: once in the life of a site, which its settings and the audit log tell. Otherwise
 * whoever writes to the database could have changed rows bound. An account that differs from the audit log stays closed.
 */
export async function bindOldRows(portal: Portal): Promise<void> {
  const stored = await portal.database.find(settingsRow, []);
  if (!stored || areRowsBound(portal, stored)) return;
  await changeLocked(portal, upgrade, settingsEntity, { id: settingsId }, async ({ within, writer, row, key, log }) => {
    if (areRowsBound(within, row) || (await wereBoundBefore(writer))) return;
    for await (const accounts of everyAccount(writer)) {
      for (const account of accounts) {
        const isRight = await isAccountLogged(within, { ...account, person_changed_at: Infinity }).catch(() => false);
        if (isRight) await bindAccount(within, writer, account, changedAt(within, account));
      }
    }
    for (const table of boundTables) await bindEveryRow(within, writer, table, () => true);
    const columns = { version: row.version + 1, changed_at: within.now() };
    await updateRow(writer, "settings", settingsId, sealSettings(key, settingsIn(within, row), columns));
    await log("settings-changed", { [boundField]: { from: false, to: true } });
  });
}

const boundField = "rowsAreBound";

/** True if somebody has put back settings from before the upgrade. */
const wereBoundBefore = async (reader: Reader): Promise<boolean> =>
  (await auditEventsOf(reader, "settings", settingsId)).some((event) => event.changed_fields === boundField);

/** No event of version 1.0 is later. An address that nobody confirms still ends 30 days after its registration. */
const changedAt = ({ now }: Portal, account: WholeAccount): number =>
  account.email_confirmed === 0 ? account.person_changed_at : Math.max(now(), account.person_changed_at);

/** Binds everything again under the newest secret. Returns what was changed past the program, as "table id". */
export async function bindUnderNewest(portal: Portal): Promise<string[]> {
  const { database } = portal;
  const broken: string[] = [];
  for await (const accounts of everyAccount(database.read)) {
    const ids = accounts.map(({ person_id: id }) => id);
    broken.push(...(await database.write((writer) => bindAccounts(portal, writer, ids))));
  }
  for (const table of boundTables) {
    const wrong = await database.write((writer) =>
      bindEveryRow(portal, writer, table, (row) => isRowBound(portal, table, row)),
    );
    broken.push(...wrong);
  }
  return broken;
}

async function bindAccounts(portal: Portal, writer: Writer, ids: readonly string[]): Promise<string[]> {
  for (const id of ids) await lockPerson(portal.database, writer, id);
  const broken: string[] = [];
  for (const account of await wholeAccounts(writer, ids)) {
    if (isWhole(portal, account)) await bindAccount(portal, writer, account);
    else broken.push(`person ${account.person_id}`);
  }
  return broken;
}
