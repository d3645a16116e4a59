import type { AccountActor } from "#core/accounts/actor.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { recordDraftName } from "#core/page-draft.ts";
import { readApiKeys } from "#operations/accounts/api-keys.ts";
import { listInvitations } from "#operations/accounts/invitations.ts";
import { listAccounts } from "#operations/accounts/read-accounts.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { readRun, readRuns } from "#operations/bulk/read-run.ts";
import { listClasses } from "#operations/classes/offered-classes.ts";
import { enrolledClasses } from "#operations/classes/read-enrolments.ts";
import { paymentHistory } from "#operations/classes/receipts.ts";
import { readOrganisations } from "#operations/desk/organisations.ts";
import { readPageDrafts } from "#operations/drafts/page-drafts.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { readHeldChanges } from "#operations/decisions/decide-change.ts";
import { readHolder } from "#operations/holders/holder-links.ts";
import { type HolderCredential, readHolderPage } from "#operations/holders/holder-page.ts";
import { ownShareCodes } from "#operations/holders/share-codes.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { listNews } from "#operations/posts/read-posts.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readComments } from "#operations/records/record-comments.ts";
import { readHistory, readRecord, readRevised } from "#operations/records/read-record.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { readRetention } from "#operations/retention/keep-record.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { readWebhooks } from "#operations/webhooks/manage-webhooks.ts";
import { countRows } from "#storage/database/rows.ts";

/** The files of SQLite, in the order in which they are named in a folder of data. */
export const databaseFiles = ["attestry.db", "attestry-lookups.db"];

export type Known = {
  people: Record<"admin" | "other" | "clerk" | "student", AccountActor>;
  records: Record<string, CandidateRecord>;
  pages: { full: HolderCredential; heldBack: HolderCredential; disputed: HolderCredential };
};

/** As version 1.0 answered, which had one draft for each form. */
async function lastPageDraft(portal: Portal, actor: AccountActor, name: string) {
  const [draft] = await readPageDrafts(portal, actor, name);
  return draft ? { fields: draft.fields, savedAt: draft.savedAt } : null;
}

/** What the site answers to strangers, to holders and to staff. Nothing in it depends on the moment, if the clock is stopped. */
export async function askSite(portal: Portal, { people, records, pages }: Known) {
  const { admin, other, clerk, student } = people;
  const { read } = portal.database;
  const ofEach = <Answer>(ask: (record: { id: string; passportNumber: string }) => Promise<Answer>) =>
    Array.fromAsync(Object.entries(records), async ([name, record]) => [name, await ask(record)] as const).then(
      Object.fromEntries,
    );
  return {
    lookups: await ofEach(async ({ passportNumber: number }) => {
      const found = await lookUpRecord(portal, { by: "passport", number });
      return found && { ...found, imageGrant: undefined };
    }),
    records: await ofEach(({ id }) => readRecord(portal, admin, id)),
    waiting: await ofEach(async ({ id }) => (await readRevised(portal, admin, id)).revision),
    comments: await ofEach(({ id }) => readComments(portal, admin, id)),
    histories: await ofEach(({ id }) => readHistory(portal, admin, id)),
    holders: await ofEach(({ id }) => readHolder(portal, admin, id)),
    retention: await ofEach(({ id }) => readRetention(portal, admin, id)),
    pages: await Array.fromAsync([pages.full, pages.heldBack, pages.disputed], (page) => readHolderPage(portal, page)),
    shareCodes: await ownShareCodes(portal, pages.full),
    drafts: [
      await readDrafts(portal, clerk),
      await lastPageDraft(portal, admin, recordDraftName(records["bare"]?.id ?? "")),
    ],
    runs: await Array.fromAsync([admin, other], async (actor) => {
      const runs = await readRuns(portal, actor);
      return Array.fromAsync(runs, ({ run }) => readRun(portal, actor, run.id));
    }),
    told: await countRows(read, "told_answer"),
    watches: await countRows(read, "watch"),
    organisations: await readOrganisations(portal, admin),
    webhooks: await readWebhooks(portal, admin),
    reports: await listReports(portal, admin),
    news: await listNews(portal),
    classes: await listClasses(portal, admin),
    enrolments: await enrolledClasses(portal, student, student.id),
    payments: await paymentHistory(portal, student, student.id),
    held: await readHeldChanges(portal, other),
    accounts: await listAccounts(portal, admin, {}),
    invitations: await listInvitations(portal, admin),
    apiKeys: await readApiKeys(portal, admin),
    audit: await latestEvents(portal, admin),
    settings: await currentSettings(portal),
    keys: await publicKeys(portal, read),
  };
}

/** Without those that a later version logs at its first start. */
async function latestEvents(portal: Portal, admin: AccountActor) {
  const { events } = await readAudit(portal, admin, { limit: 60 });
  return events.filter(({ by }) => by.id !== "upgrade").slice(0, 50);
}

/** How many statements stand, how many have ended, and how many lines the public log has. */
export async function countsOf({ database: { read } }: Portal) {
  const statements = await read.selectFrom("statement").select("ended_at").execute();
  const ended = statements.filter(({ ended_at: end }) => end !== null).length;
  return { standing: statements.length - ended, ended, lines: await countRows(read, "log_leaf") };
}
