import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { laterDay } from "#core/office-clock.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { markFalseNumber } from "#operations/reports/false-numbers.ts";
import { verifyErasures } from "#operations/backups/verify-erasures.ts";
import { addComment } from "#operations/records/record-comments.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { addOrganisation } from "#operations/desk/organisations.ts";
import { addPost, deletePost, updatePost } from "#operations/posts/publish-post.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyRows } from "#operations/upkeep/verify-rows.ts";
import { verifyAudit, verifyImages, verifyLookupLog, verifyRecords, verifyStates } from "#operations/upkeep/verify.ts";
import { addWebhook } from "#operations/webhooks/manage-webhooks.ts";
import { boundTables } from "#storage/database/bound-rows.ts";
import { allTables, backedUpTables, isOfLookups, type TableName } from "#storage/database/tables/copied-tables.ts";
import { member } from "../support/accounts/account-visitor.ts";
import { admin } from "../support/accounts/people.ts";
import { everyWayIn } from "../support/accounts/ways-in.ts";
import { createAccount, freshAccount, freshEmail } from "../support/accounts/fresh-accounts.ts";
import { shownPhoto } from "../support/accounts/shown-photo.ts";
import { offer, pay } from "../support/classes.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { embassy } from "../support/organisations.ts";
import { declare, fillIndex, ownField } from "../support/own-fields.ts";
import { edit } from "../support/revisions.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

async function fill(portal: Portal) {
  await declare(portal, ownField("f1", "Kafeel", { isSearched: true }));
  await fillIndex(portal);
  const images = async () => ({ photo: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) });
  const shown = await addTestRecord(portal, admin, { images: await images(), lastDays: { visaPaper: "2026-12-31" } });
  await hideRecord(portal, admin, { id: (await addTestRecord(portal, admin)).id });
  await deleteRecord(portal, admin, { id: (await addTestRecord(portal, admin)).id });
  const clerk = await freshAccount(portal, "moderator");
  await shownPhoto(portal, clerk.id);
  await assignRecord(portal, admin, { id: (await addTestRecord(portal, clerk)).id }, clerk.id);
  await holderOf(portal, shown);
  await addComment(portal, admin, { id: shown.id, text: "Called back." });
  await addPost(portal, admin, { title: "News", text: "Come in.", images: Object.values(await images()) });
  const { id: classId } = await offer(portal);
  const student = await freshAccount(portal, "student");
  const { enrolmentId } = await enrol(portal, student, { classId, personId: student.id });
  await pay(portal, enrolmentId);
  await addWebhook(portal, admin, { url: "https://books.agency.example/hook" });
  const report = { kind: "mistake", about: "A12345678", message: "The name is wrong.", contact: "+880 1000 000000" };
  await receiveReport(portal, report, { clientAddress: "198.51.100.1", isJunk: false });
  await addOrganisation(portal, admin, embassy(portal));
  const mark = { number: "B7654321", reason: "Three false visas", until: laterDay(officeToday(portal), 30) };
  await markFalseNumber(portal, admin, mark);
  await signCheckpoint(portal);
  await changeSettings(portal, system("test"), { change: { dateValue: "2026-03-31", fourEyes: true } });
  await edit(portal, admin, shown, { passportNumber: "NEW12345", irccNumber: "NEW67890" });
}

/** What `attestry verify` finds, until it has found enough. */
async function problems(portal: Portal, enough = Infinity): Promise<string[]> {
  const found: string[] = [];
  const onBroken = (problem: string) => void found.push(problem);
  const parts = [verifyRows, verifyStates, verifyRecords, verifyImages, verifyLog, verifyStatements, verifyErasures];
  const checks = [
    ...parts.map((verify) => async () => void (await verify(portal, { onBroken }).catch(() => onBroken("unreadable")))),
    ...[verifyAudit, verifyLookupLog].map((chain) => async () => {
      if ((await chain(portal).catch(() => ({ brokenAt: 0 }))).brokenAt !== null) onBroken("chain");
    }),
    async () => void found.push(...(await portal.database.checkIntegrity()).problems),
  ];
  for (const check of checks) if (found.length < enough) await check();
  return found;
}

const forStaff = "only staff see it";
const ownChoice = "what a person chose or typed, and sees";
const inHistory = "the audit log has an event for it, and nobody else sees the column";
const untilUse = "a wrong value only ends what it describes";

/** The tables and columns that may be changed unseen, and why. The order of rows is not public either. */
const unseenFor: Record<string, string> = {
  "api_key.used_at": ownChoice,
  "api_key.used_from": ownChoice,
  "api_key.used_by": ownChoice,
  alert_choice: ownChoice,
  record_view: ownChoice,
  record_columns: ownChoice,
  form_draft: ownChoice,
  form_draft_image: ownChoice,
  class_selection: ownChoice,
  import_column: ownChoice,
  retention_hold: inHistory,
  "own_search.state": "a field that is not complete says so, and of one that is, each record is checked",
  "own_search.filled_to": "a field is filled again from another place, and each record is checked once it is complete",
  "audit_head.id": "there is one row",
  "false_number.ends_at": "what visitors read begins and ends, and who marked the number, why and until when is sealed",
  "report.urgent_kind": "it decides only where staff see the report, which says what happened",
  "report.closed_at": inHistory,
  "report.closed_by": inHistory,
  "webhook.made_at": forStaff,
  "webhook.failing_since": forStaff,
  "image.uploaded_by": forStaff,
  "image.uploaded_at": forStaff,
  "image.key_set": untilUse,
  "holder.tell_at": untilUse,
  "holder.tell": untilUse,
  holder_look: "sealed; the page of the holder does not open with another",
  holder_report: untilUse,
  watch_stop: untilUse,
  "class.registry": "a class of another registry is not shown",
  "class.added_at": forStaff,
  "class.added_by": inHistory,
  "class.version": untilUse,
  "enrolment.enrolled_at": inHistory,
  "enrolment.cancelled_by": inHistory,
  "payment.voided_by": inHistory,
  receipt_end: "no number is given twice: receipts are unique",
  "signing_key.signs_for": untilUse,
  "signing_key.key_set": untilUse,
  "log_tree.begun_at": forStaff,
  "log_tree.ended_at": untilUse,
  "log_checkpoint.signed_at": "the signed note tells the time",
  "erasure.written_at": "only tells whether the deletion is in the list beside the backups, which is compared with it",
};

const tablesToChange = [
  ...new Set<TableName>([...backedUpTables.filter((name) => !isOfLookups(name)), ...boundTables]),
];

/** The first row. Of an account, the first row of this person. */
function firstRow(database: DatabaseSync, table: TableName, person: string) {
  const { columns } = allTables[table];
  const owner = ["person_id", ...(table === "person" ? ["id"] : [])].find((name) => Object.hasOwn(columns, name));
  const first =
    owner === undefined ? (Object.hasOwn(columns, "added_at") ? "added_at" : "1") : `${owner} is not '${person}'`;
  const condition = table === "image" ? "state = 'kept'" : "true";
  return database.prepare(`select * from ${table} where ${condition} order by ${first} limit 1`).get();
}

test("one changed character in any column is noticed and opens nothing, except where nothing depends on it", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const bystander = await member({ portal }, "admin");
  const { owner, opens } = await everyWayIn(portal);
  await fill(portal);
  expect(await problems(portal)).toEqual([]);
  using database = openDatabaseFile(environment);
  database.exec("pragma foreign_keys = off; pragma ignore_check_constraints = on");
  const unseen: string[] = [];
  const open: string[] = [];
  for (const table of tablesToChange) {
    const row = firstRow(database, table, owner.id);
    const { key, columns, notBound = [] } = allTables[table];
    const isOpen = Object.hasOwn(opens, table) ? opens[table as keyof typeof opens] : null;
    if (!row) unseen.push(table);
    for (const [column, { type }] of Object.entries(columns)) {
      if (!row || column === "seq") continue;
      const value = row[column] ?? null;
      const other = changed(value, type);
      const set = database.prepare(
        `update ${table} set ${column} = ? where ${key.map((name) => `${name} = ?`).join(" and ")}`,
      );
      set.run(other, ...key.map((name) => row[name] ?? null));
      if ((await problems(portal, 1)).length === 0) unseen.push(`${table}.${column}`);
      if (isOpen && !notBound.includes(column) && (await isOpen())) open.push(`${table}.${column}`);
      if (isOpen && (await bystander.whoAmI()) === null) open.push(`${table}.${column} closes other accounts`);
      set.run(value, ...key.map((name) => (name === column ? other : (row[name] ?? null))));
    }
    if (isOpen && !(await isOpen())) open.push(`${table} opens nothing as it was`);
  }
  expect(await problems(portal)).toEqual([]);
  const isListed = (name: string) =>
    Object.hasOwn(unseenFor, name) || Object.hasOwn(unseenFor, name.split(".")[0] ?? "");
  expect(unseen.filter((name) => !isListed(name))).toEqual([]);
  expect(open).toEqual([]);
});

test("an old whole row that is put back is noticed, and so is a row that is gone or back", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  await fill(portal);
  const { id: clerk } = await createAccount(portal, "moderator", freshEmail(), "Rana Clerk");
  const words = { title: "Opening hours", text: "From nine to five." };
  const images = [await uploaded(portal, admin), await uploaded(portal, admin)];
  const post = await addPost(portal, admin, { ...words, images });
  const { id: classId } = await offer(portal);
  using database = openDatabaseFile(environment);
  const rowOf = (table: string, id: string) => database.prepare(`select * from ${table} where id = ?`).get(id) ?? {};
  const putBack = (table: string, row: Record<string, SQLInputValue>) => {
    database.prepare(`delete from ${table} where id = ?`).run(row["id"] ?? null);
    const places = Object.keys(row).map(() => "?");
    database
      .prepare(`insert into ${table} (${Object.keys(row).join(", ")}) values (${places.join(", ")})`)
      .run(...Object.values(row));
  };
  database.exec("pragma foreign_keys = off");
  const before = { post: rowOf("post", post.id), settings: rowOf("settings", "settings") };
  await updatePost(portal, admin, { id: post.id }, { ...words, title: "Closed", images: [null, null] });
  await changeSettings(portal, admin, { change: { dateValue: "2026-04-30" } });
  const now = { post: rowOf("post", post.id), settings: rowOf("settings", "settings") };
  expect(await problems(portal)).toEqual([]);
  for (const table of ["post", "settings"] as const) {
    putBack(table, before[table]);
    expect(await problems(portal)).toEqual([`The row "${table} ${String(before[table]["id"])}"`]);
    putBack(table, now[table]);
    expect(await problems(portal)).toEqual([]);
  }
  for (const [table, id] of [
    ["post", post.id],
    ["class", classId],
    ["person", clerk],
  ] as const) {
    const row = rowOf(table, id);
    database.prepare(`delete from ${table} where id = ?`).run(id);
    expect(await problems(portal)).toContain(`The row "${table} ${id}"`);
    putBack(table, row);
    expect(await problems(portal)).toEqual([]);
  }
  await deletePost(portal, admin, { id: post.id });
  putBack("post", now.post);
  expect(await problems(portal)).toContain(`The row "post ${post.id}"`);
});

function changed(value: unknown, type: string): string | number | Uint8Array {
  if (value instanceof Uint8Array) return value.map((byte, at) => (at === value.length - 1 ? byte ^ 1 : byte));
  if (typeof value === "number" || type === "{big}" || type === "{count}") return Number(value) + 1_000_003;
  if (type === "{bytes}") return new Uint8Array(40);
  const text = typeof value === "string" ? value : "";
  return text.slice(0, -1) + (text.endsWith("x") ? "y" : "x");
}
