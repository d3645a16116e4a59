import { isDeepStrictEqual } from "node:util";
import { unwrapKey, wrappedUnder } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealedTotp } from "#sealing/sealed-totp.ts";
import { isWhole } from "#storage/database/accounts/bound-accounts.ts";
import { boundTables, everyBoundRow, isRowBound, nameOf } from "#storage/database/bound-rows.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import type { ClassRow } from "#storage/database/classes/classes.ts";
import { everythingOfClass } from "#storage/database/classes/enrolments.ts";
import type { TotpRow } from "#storage/database/accounts/factors.ts";
import type { HeldRow } from "#storage/database/accounts/held-changes.ts";
import type { PhotoRow } from "#storage/database/accounts/photos.ts";
import type { FalseNumberRow } from "#storage/database/false-numbers.ts";
import type { HolderRow } from "#storage/database/holders/holders.ts";
import type { OrganisationRow } from "#storage/database/accounts/organisations.ts";
import type { PostRow } from "#storage/database/posts.ts";
import type { ReportRow } from "#storage/database/reports.ts";
import type { WebhookRow } from "#storage/database/webhooks.ts";
import { type Row, rowsAfter, rowsWithIds, type TableWithId } from "#storage/database/rows.ts";
import { everyAccount } from "../accounts/bind-all-rows.ts";
import { openPhoto } from "../accounts/photos.ts";
import { isAccountLogged } from "../accounts/logged-role.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import { storedClass } from "../classes/offered-classes.ts";
import { openReceipt } from "../classes/receipts.ts";
import { openOrganisation } from "../desk/organisations.ts";
import { openHeld } from "../held-changes/hold-change.ts";
import { openSealedHolder } from "../sealed/sealed-holder.ts";
import { mailServerIn } from "../mails/mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { storedPost } from "../posts/read-posts.ts";
import { sealedComment } from "../records/record-comments.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { openMark } from "../reports/false-numbers.ts";
import { openReport } from "../reports/read-reports.ts";
import { settingsIn, signInIn } from "../portal/current-settings.ts";
import type { Watcher } from "../portal/verify-chain.ts";
import { sealedWebhook } from "../webhooks/manage-webhooks.ts";

const batch = 500;

type Keyed = { id: string; key_set: string; wrapped_key: Uint8Array };
type OfRecord = { id: string; candidate_id: string };

/** Opens the rows that are neither records nor statements. Reports and returns those that were changed, as "table id". */
export async function verifyRows(portal: Portal, { onBroken }: Watcher = {}): Promise<string[]> {
  const { keyring } = portal;
  const broken = new Set<string>();
  const report = (table: string, id: string | Uint8Array) => {
    const name = nameOf(table, id);
    if (!broken.has(name)) onBroken?.(name);
    broken.add(name);
  };
  const eachOpens = async <Found extends Keyed>(
    table: string,
    rows: AsyncIterable<Found>,
    open: (row: Found) => unknown,
  ) => {
    for await (const row of rows) {
      const isOpen = openedOrNull(() => wrappedUnder(row.wrapped_key) === row.key_set && open(row) !== false);
      if (!isOpen) report(table, row.id);
    }
  };
  const eachOpensUnderRecord = async <Found extends OfRecord>(
    table: string,
    rows: AsyncIterable<readonly Found[]>,
    open: (key: Buffer, row: Found) => unknown,
  ) => {
    for await (const some of rows) {
      const ids = some.map(({ candidate_id: id }) => id);
      const records = new Map((await rowsWithIds(portal.database.read, "candidate", ids)).map((row) => [row.id, row]));
      for (const row of some) {
        const record = records.get(row.candidate_id);
        const isOpen = openedOrNull(() => record && [open(recordKey(portal, record), row)]);
        if (!isOpen) report(table, row.id);
      }
    }
  };
  const settings = everyRowById<Row<"settings">>(portal, "settings");
  await eachOpens("settings", settings, (row) => [
    settingsIn(portal, row),
    mailServerIn(portal, row),
    signInIn(portal, row),
  ]);
  await eachOpens("post", everyRowById<PostRow>(portal, "post"), (row) => storedPost(portal, row));
  await eachOpens("report", everyRowById<ReportRow>(portal, "report"), (row) => openReport(portal, row));
  await eachOpens("false_number", everyRowById<FalseNumberRow>(portal, "false_number"), (row) => openMark(portal, row));
  await eachOpens("webhook", everyRowById<WebhookRow>(portal, "webhook"), (row) => sealedWebhook.openRow(keyring, row));
  const organisations = everyRowById<OrganisationRow>(portal, "organisation");
  await eachOpens("organisation", organisations, (row) => openOrganisation(portal, row));
  const apps = everyRowById<TotpRow>(portal, "totp");
  await eachOpens("totp", apps, (row) => sealedTotp.openRow(keyring, row));
  await eachOpens("account_photo", everyRowById<PhotoRow>(portal, "account_photo"), (row) => openPhoto(portal, row));
  await eachOpens("held_change", everyRowById<HeldRow>(portal, "held_change"), (row) => openHeld(keyring, row));
  const comments = batchesById<Row<"record_comment">>(portal, "record_comment");
  await eachOpensUnderRecord("record_comment", comments, sealedComment.open);
  await eachOpensUnderRecord("holder", batchesById<HolderRow>(portal, "holder"), openSealedHolder);
  for await (const row of everyRowById<ClassRow>(portal, "class"))
    if (!(await isClassLogged(portal, row).catch(() => false))) report("class", row.id);
  await verifyAccounts(portal, report);
  return [...broken];
}

/** Finds accounts, and rows that give rights, that were changed past the program or put back. */
async function verifyAccounts(portal: Portal, report: (table: string, id: string | Uint8Array) => void): Promise<void> {
  const { read } = portal.database;
  for await (const accounts of everyAccount(read))
    for (const account of accounts)
      if (!isWhole(portal, account) || !(await isAccountLogged(portal, account).catch(() => false)))
        report("person", account.person_id);
  for (const table of boundTables)
    for await (const found of everyBoundRow(read, table))
      for (const { key, row } of found) if (!isRowBound(portal, table, row)) report(table, key);
}

/** True if the audit log tells the same about a class, its enrolled people and their fees, and if its receipts open. */
async function isClassLogged(portal: Portal, row: ClassRow): Promise<boolean> {
  const { read } = portal.database;
  const key = unwrapKey(portal.keyring, row.id, row.wrapped_key);
  const logged: Record<string, unknown> = { closedAt: null };
  const seats = new Map<unknown, unknown>();
  const voided = new Set<unknown>();
  for (const event of await auditEventsOf(read, "class", row.id)) {
    const { action, details } = openEvent(event, key);
    if (!details) return false;
    const values = Object.fromEntries(Object.entries(details).map(([field, { to }]) => [field, to]));
    if (action === "enrolled") seats.set(values["person"], [values["fee"], values["currency"]]);
    else if (action === "enrolment-cancelled") seats.delete(details["person"]?.from);
    else if (action === "payment-voided") voided.add(details["receipt"]?.from);
    else if (action.startsWith("class-")) Object.assign(logged, values);
  }
  const { enrolments, payments } = await everythingOfClass(read, row.id);
  const open = enrolments.filter(({ cancelled_at: cancelled }) => cancelled === null);
  const taken = new Map(open.map(({ person_id, fee, currency }) => [person_id, [fee, currency]]));
  const receipts = payments.map((payment) => openReceipt(portal, payment));
  const withdrawn = new Set(receipts.filter(({ voidedAt }) => voidedAt !== null).map(({ receipt }) => receipt));
  const { title, place, startsAt, seats: all, fee, currency, closedAt } = storedClass(row);
  const facts = { title, place, startsAt, seats: all, fee, currency, closedAt };
  const isAsLogged = isDeepStrictEqual([logged, seats, voided], [facts, taken, withdrawn]);
  return isAsLogged && taken.size === row.taken && wrappedUnder(row.wrapped_key) === row.key_set;
}

async function* everyRowById<Found extends { id: string }>(portal: Portal, table: TableWithId) {
  for await (const rows of batchesById<Found>(portal, table)) yield* rows;
}

async function* batchesById<Found extends { id: string }>({ database: { read } }: Portal, table: TableWithId) {
  let rows: Found[];
  let last = "";
  do {
    rows = await rowsAfter<Found>(read, table, last, batch);
    yield rows;
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === batch);
}
