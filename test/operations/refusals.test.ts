import { expect } from "vitest";
import { type Actor, anonymous, uploadProgram } from "#core/accounts/actor.ts";
import { addAccount, addFirstAdmin } from "#operations/accounts/add-account.ts";
import { readLeftBehind } from "#operations/accounts/left-behind.ts";
import { listAccounts, readAccount } from "#operations/accounts/read-accounts.ts";
import { beginCheck, readCheck } from "#operations/audit/check-chain.ts";
import { readAudit, takeAudit } from "#operations/audit/read-audit.ts";
import { cancelEnrolment, enrol } from "#operations/classes/enrol-student.ts";
import { addClass, closeClass, deleteClass, updateClass } from "#operations/classes/manage-class.ts";
import { addPayment, voidPayment } from "#operations/classes/payments.ts";
import { listClasses, selectClass } from "#operations/classes/offered-classes.ts";
import { classRoll, enrolledClasses } from "#operations/classes/read-enrolments.ts";
import { paymentHistory } from "#operations/classes/receipts.ts";
import { endPageDraft, readPageDraft, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { removeMailServer } from "#operations/mails/change-mail-server.ts";
import { agreeToChange, readHeldChanges, refuseChange } from "#operations/held-changes/decide-change.ts";
import { readOverview } from "#operations/overview/read-overview.ts";
import { waitingWork } from "#operations/overview/waiting-work.ts";
import type { Portal } from "#operations/portal.ts";
import { rotateKeys } from "#operations/rotate-keys.ts";
import { rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { findDuplicateNumbers } from "#operations/records/duplicate-numbers.ts";
import { discardDamaged } from "#operations/revisions/check-revisions.ts";
import { releaseWaiting } from "#operations/revisions/release-waiting.ts";
import { readStuckRecords } from "#operations/revisions/stuck-records.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { addPost, deletePost, updatePost } from "#operations/posts/publish-post.ts";
import { listPosts, readPost } from "#operations/posts/read-posts.ts";
import {
  decideOnRecord,
  deleteRecord,
  hideRecord,
  sendBackRecord,
  unhideRecord,
} from "#operations/records/change-record.ts";
import {
  addOrganisation,
  changeOrganisation,
  letGoOn,
  readOrganisation,
  readOrganisations,
} from "#operations/desk/organisations.ts";
import {
  invitePerson,
  inviteToOrganisation,
  listInvitations,
  withdrawInvitation,
} from "#operations/accounts/invitations.ts";
import {
  changeRole,
  confirmAccount,
  deleteAccount,
  endSessionsOf,
  resetFactors,
  restoreAccount,
  suspendAccount,
} from "#operations/accounts/manage-accounts.ts";
import { checkNumbers, checkPartOfNumbers } from "#operations/records/check-numbers.ts";
import { assignRecord, possibleAssignees } from "#operations/records/assign-record.ts";
import { neighboursInQueue, readApprovalQueue, readReturnedRevisions } from "#operations/records/approval-queue.ts";
import { listAdders, listRecords } from "#operations/records/list-records.ts";
import { accountNames, findByNumber, readableRows, readHistory, readRecord } from "#operations/records/read-record.ts";
import { addComment, deleteComment } from "#operations/records/record-comments.ts";
import { updateField, updateRecord } from "#operations/records/update-record.ts";
import { freezeHolder, giveBackPage } from "#operations/holders/frozen-page.ts";
import { offerHolderLink, withdrawHolderLink } from "#operations/holders/holder-links.ts";
import { endShareCodesOfRecord } from "#operations/holders/share-codes.ts";
import { witnessHolder } from "#operations/holders/witness-holder.ts";
import { answerReport, closeReport } from "#operations/reports/handle-report.ts";
import { findReportedRecords, listReports, readReport } from "#operations/reports/read-reports.ts";
import { changeDate, changeText, resetText } from "#operations/settings/change-settings.ts";
import { admin, moderator, particulars, student } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const aboutPage = { page: "about", language: "en", expectedVersion: 1 } as const;
const seat = { classId: "a class", personId: "another person" };

type Row = readonly [name: string, ask: (portal: Portal, actor: Actor) => Promise<unknown>];

const ofStaff: readonly Row[] = [
  ["add a record", (portal, actor) => addTestRecord(portal, actor)],
  [
    "update a record",
    (portal, actor) => updateRecord(portal, actor, { id: "one" }, { particulars: particulars(), images: {} }),
  ],
  [
    "update a field of a record",
    (portal, actor) => updateField(portal, actor, { id: "one" }, { field: "nationality", value: "A" }),
  ],
  ["take back a part", (portal, actor) => takeBackPart(portal, actor, { id: "one" })],
  ["read a record", (portal, actor) => readRecord(portal, actor, "one")],
  ["read the history of a record", (portal, actor) => readHistory(portal, actor, "one")],
  ["comment on a record", (portal, actor) => addComment(portal, actor, { id: "one", text: "A" })],
  ["delete a comment", (portal, actor) => deleteComment(portal, actor, { id: "one", comment: "one" })],
  ["read many records", (portal, actor) => readableRows(portal, actor, [])],
  ["read names of accounts", (portal, actor) => accountNames(portal, actor, [])],
  ["offer a page to a holder", (portal, actor) => offerHolderLink(portal, actor, { id: "one" }, {})],
  ["withdraw a holder's link", async (portal, actor) => withdrawHolderLink(portal, actor, { id: "one" })],
  ["end share codes", async (portal, actor) => endShareCodesOfRecord(portal, actor, { id: "one" })],
  ["witness a holder", (portal, actor) => witnessHolder(portal, actor, { id: "one" })],
  ["upload an image", (portal, actor) => uploaded(portal, actor)],
  ["list records", (portal, actor) => listRecords(portal, actor, {})],
  ["find a record", (portal, actor) => findByNumber(portal, actor, "A12345678")],
  ["check numbers", (portal, actor) => checkNumbers(portal, actor, { numbers: "A12345678" })],
  [
    "check part of numbers",
    (portal, actor) => checkPartOfNumbers(portal, actor, { numbers: "A1", from: 0, ticket: "" }),
  ],
  ["find duplicate numbers", (portal, actor) => findDuplicateNumbers(portal, actor, {})],
  ["see the waiting work", (portal, actor) => waitingWork(portal, actor)],
  ["keep a page draft", (portal, actor) => savePageDraft(portal, actor, { name: "terms", fields: {} })],
  ["read a page draft", (portal, actor) => readPageDraft(portal, actor, "terms")],
  ["end a page draft", (portal, actor) => endPageDraft(portal, actor, "terms")],
];

const ofAdmins: readonly Row[] = [
  ["add an organisation", (portal, actor) => addOrganisation(portal, actor, {})],
  ["change an organisation", async (portal, actor) => changeOrganisation(portal, actor, { id: "one" }, {})],
  ["let an organisation go on", async (portal, actor) => letGoOn(portal, actor, { id: "one" })],
  ["see the organisations", (portal, actor) => readOrganisations(portal, actor)],
  ["see an organisation", (portal, actor) => readOrganisation(portal, actor, "one")],
  ["invite to an organisation", (portal, actor) => inviteToOrganisation(portal, actor, { id: "one" }, {})],
  ["assign a record", (portal, actor) => assignRecord(portal, actor, { id: "one" }, null)],
  ["see to whom a record can be assigned", (portal, actor) => possibleAssignees(portal, actor)],
  ["see who added records", (portal, actor) => listAdders(portal, actor)],
  ["end the access of a holder", (portal, actor) => freezeHolder(portal, actor, { id: "one" }, { reason: "A" })],
  ["give a page back", (portal, actor) => giveBackPage(portal, actor, { id: "one" })],
  ["hide a record", (portal, actor) => hideRecord(portal, actor, { id: "a record" })],
  ["show a record", (portal, actor) => unhideRecord(portal, actor, { id: "a record" })],
  ["throw away what is damaged", (portal, actor) => discardDamaged(portal, actor, { id: "a record" })],
  ["approve a record", (portal, actor) => decideOnRecord(portal, actor, { id: "a record" }, "approve")],
  ["read the approval queue", (portal, actor) => readApprovalQueue(portal, actor)],
  ["read what was sent back", (portal, actor) => readReturnedRevisions(portal, actor, 1)],
  ["read what nobody may approve", (portal, actor) => readStuckRecords(portal, actor)],
  ["read the neighbours in the queue", (portal, actor) => neighboursInQueue(portal, actor, "a record")],
  ["change a text", (portal, actor) => changeText(portal, actor, aboutPage, { title: "A", body: "" })],
  ["reset a text", (portal, actor) => resetText(portal, actor, aboutPage)],
  ["read the audit log", (portal, actor) => readAudit(portal, actor)],
  ["export the audit log", (portal, actor) => takeAudit(portal, actor, {})],
  ["read the check of the audit chain", (portal, actor) => readCheck(portal, actor)],
  ["ask for a check of the audit chain", (portal, actor) => beginCheck(portal, actor)],
  ["remove the mail server", (portal, actor) => removeMailServer(portal, actor, 1)],
  ["agree to a held change", (portal, actor) => agreeToChange(portal, actor, { id: "a change" })],
  ["refuse a held change", (portal, actor) => refuseChange(portal, actor, { id: "a change" })],
  ["read the held changes", (portal, actor) => readHeldChanges(portal, actor)],
  ["read the overview", (portal, actor) => readOverview(portal, actor)],
  ["introduce a new secret", (portal, actor) => rotateKeys(portal, actor)],
  ["replace the signing key", (portal, actor) => rotateSigningKey(portal, actor)],
  ["change the date", (portal, actor) => changeDate(portal, actor, "2026-03-31")],
  ["send a record back", (portal, actor) => sendBackRecord(portal, actor, { id: "a record" }, "why not")],
  ["delete a record", (portal, actor) => deleteRecord(portal, actor, { id: "a record" })],
  ["publish a post", (portal, actor) => addPost(portal, actor, {})],
  ["change a post", (portal, actor) => updatePost(portal, actor, { id: "a post" }, {})],
  ["delete a post", (portal, actor) => deletePost(portal, actor, { id: "a post" })],
  ["list posts", (portal, actor) => listPosts(portal, actor)],
  ["read a post", (portal, actor) => readPost(portal, actor, "a post")],
  ["list reports", (portal, actor) => listReports(portal, actor)],
  ["read a report", (portal, actor) => readReport(portal, actor, "a report")],
  ["answer a report", (portal, actor) => answerReport(portal, actor, "a report", { answer: "Done." })],
  ["close a report", (portal, actor) => closeReport(portal, actor, "a report", { outcome: "Done." })],
  ["find reported records", (portal, actor) => findReportedRecords(portal, actor, "A12345678")],
  ["change a role", (portal, actor) => changeRole(portal, actor, { id: "one", role: "student" })],
  ["confirm an account", (portal, actor) => confirmAccount(portal, actor, { id: "one" })],
  ["read what somebody leaves", (portal, actor) => readLeftBehind(portal, actor, "one")],
  ["suspend an account", (portal, actor) => suspendAccount(portal, actor, { id: "one" })],
  ["restore an account", (portal, actor) => restoreAccount(portal, actor, { id: "one" })],
  ["delete an account", (portal, actor) => deleteAccount(portal, actor, { id: "one" })],
  ["reset factors", (portal, actor) => resetFactors(portal, actor, { id: "one" })],
  ["end sessions", (portal, actor) => endSessionsOf(portal, actor, { id: "one" })],
  ["invite a person", (portal, actor) => invitePerson(portal, actor, {})],
  ["list invitations", (portal, actor) => listInvitations(portal, actor)],
  ["withdraw an invitation", (portal, actor) => withdrawInvitation(portal, actor, { id: "one" })],
  ["list accounts", (portal, actor) => listAccounts(portal, actor, {})],
  ["read another account", (portal, actor) => readAccount(portal, actor, { email: "nobody@x.example" })],
  ["add a class", (portal, actor) => addClass(portal, actor, {})],
  ["change a class", (portal, actor) => updateClass(portal, actor, { id: "a class" }, {})],
  ["close a class", (portal, actor) => closeClass(portal, actor, { id: "a class" })],
  ["delete a class", (portal, actor) => deleteClass(portal, actor, { id: "a class" })],
  ["read a roll", (portal, actor) => classRoll(portal, actor, "a class")],
  ["list closed classes", (portal, actor) => listClasses(portal, actor, { state: "closed" })],
  ["enrol another person", (portal, actor) => enrol(portal, actor, seat)],
  ["cancel another's seat", (portal, actor) => cancelEnrolment(portal, actor, seat)],
  ["read another's classes", (portal, actor) => enrolledClasses(portal, actor, "another person")],
  ["read another's payments", (portal, actor) => paymentHistory(portal, actor, "another person")],
  ["add a payment", (portal, actor) => addPayment(portal, actor, { enrolmentId: "a seat", payment: {} }, "a form")],
  ["void a payment", (portal, actor) => voidPayment(portal, actor, { paymentId: "a payment", reason: "x" })],
];

const ofStudents: readonly Row[] = [["select a class", (portal, actor) => selectClass(portal, actor, "a class")]];

/** These are done by commands on the server only. */
const account = { email: "a@x.example", name: "A", password: "gravel tulip nine oboe" };
const ofNobody: readonly Row[] = [
  ["add an account", (portal, actor) => addAccount(portal, actor, "admin", account)],
  ["add the first admin", (portal, actor) => addFirstAdmin(portal, actor, account)],
  ["release what waits", (portal, actor) => releaseWaiting(portal, actor, { id: "one" })],
];

// test/server/matrix.test.ts shows the same of every route. Here the operations refuse without the help of a route.
const test = testOn("sqlite");

test.for([
  ["staff", ofStaff, [anonymous, student]],
  ["admins", ofAdmins, [anonymous, student, moderator]],
  ["students", ofStudents, [anonymous, moderator, admin]],
  ["nobody", ofNobody, [anonymous, admin, uploadProgram]],
] as const)("operations for %s are refused to everybody else", async ([, rows, others], { portal }) => {
  for (const [name, ask] of rows) {
    for (const actor of others) {
      const refusal = { id: actor === anonymous ? "not-signed-in" : "not-allowed" };
      await expect(ask(portal, actor), `${name}, ${actor.kind}`).rejects.toMatchObject(refusal);
    }
  }
});
