import { randomUUID } from "node:crypto";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { dayMs } from "#core/durations.ts";
import { isPortalError } from "#core/errors.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { ownName } from "#core/own-fields/own-field.ts";
import { recordDraftName } from "#core/page-draft.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { irccNumber } from "#core/records/second-number.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { cancelEnrolment, enrol } from "#operations/classes/enrol-student.ts";
import { closeClass } from "#operations/classes/manage-class.ts";
import { voidPayment } from "#operations/classes/payments.ts";
import { checkList } from "#operations/desk/check-list.ts";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { savePageDraft } from "#operations/drafts/page-drafts.ts";
import { freezeHolder } from "#operations/holders/frozen-page.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { askForMails } from "#operations/holders/holder-mails.ts";
import { refuseNewLink } from "#operations/holders/holder-page.ts";
import { endShareCode, makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { deleteRecord, hideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { addComment } from "#operations/records/record-comments.ts";
import { answerReport, receiveReport } from "#operations/reports/handle-report.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { keepRecord } from "#operations/retention/keep-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { sealedWatch } from "#operations/watches/sealed-watch.ts";
import { addWebhook } from "#operations/webhooks/manage-webhooks.ts";
import { setOwnWebhook } from "#operations/desk/own-webhook.ts";
import { insertRow } from "#storage/database/rows.ts";
import { createAccount } from "../../support/accounts/fresh-accounts.ts";
import { offer, pay } from "../../support/classes.ts";
import { uploaded } from "../../support/documents.ts";
import { executeAllRuns } from "../../support/execute-all-runs.ts";
import { switchEverythingOn } from "../../support/features.ts";
import { holderOf } from "../../support/holders.ts";
import { heads, line, received } from "../../support/imports.ts";
import { changeOperator } from "../../support/operator.ts";
import { atTheDesk } from "../../support/organisations.ts";
import { declare, declarePapers, ownField, ownPaper } from "../../support/own-fields.ts";
import { addTestRecord } from "../../support/records.ts";
import { edit } from "../../support/revisions.ts";
import { TestWallet } from "../../support/wallet.ts";

const problemIn = (error: unknown) => (isPortalError(error) ? error.id : "another problem");

type People = Record<"admin" | "other" | "clerk" | "student", AccountActor>;

const reason = "He has come with his passport.";

/** Makes a small site with something of everything. `another` is the same site under another REGISTRY. */
export async function fillSite(portal: Portal, another: Portal) {
  await switchEverythingOn(portal);
  const people = await addPeople(portal);
  await declareOwn(portal);
  await changeOperator(portal, { name: "Padma Overseas", licence: "RL 1234", email: "office@agency.example" });
  await changeSettings(portal, system("test"), { change: { irccNumberIsOptional: true } });
  const records = await addRecords(portal, people);
  await addTestRecord(another, people.admin, { passportNumber: "B1000001" });
  const pages = await addHolders(portal, records);
  const receipt = await addDesk(portal, people, records);
  await addTexts(portal, people, records);
  await addRuns(portal, people);
  await addClasses(portal, people);
  await rotateSigningKey(portal, system("test"));
  await nameSecondNumber(portal);
  await changeSettings(portal, system("test"), { change: { fourEyes: true } });
  await edit(portal, people.admin, records.full, { address: "Khulna", own: { f1: "Delta Steel" } });
  const held = await changeRole(portal, people.admin, { id: people.clerk.id, role: "admin" }).catch(problemIn);
  if (held !== "waits") throw new Error("the change does not wait for the other admin");
  return { people, records, receipt, ...pages };
}

/** A field and a paper for each audience. */
async function declareOwn(portal: Portal): Promise<void> {
  await declare(
    portal,
    ownField("f1", "Employer", { audience: "visitors", isSearched: true }),
    ownField("f2", "Agent's phone", { type: "phone", audience: "holder" }),
    ownField("f3", "Trade", { type: "choice", choices: ["Welder", "Mason"] }),
  );
  await declarePapers(
    portal,
    ownPaper("p1", "Work contract", { audience: "visitors", isSearched: true }),
    ownPaper("p2", "Receipt of fees", { audience: "holder", hasLastDay: false }),
  );
}

const nameSecondNumber = (portal: Portal) =>
  changeSettings(portal, system("test"), {
    change: { secondNumber: { ...irccNumber, labels: { en: "Visa number" }, form: ["slash"] } },
  });

async function addPeople(portal: Portal): Promise<People> {
  const of = (role: "admin" | "moderator" | "student", name: string) =>
    createAccount(portal, role, `${name.split(" ")[0]?.toLowerCase()}@agency.example`, name);
  const people = {
    admin: await of("admin", "Amina Rahman"),
    other: await of("admin", "Omar Faruk"),
    clerk: await of("moderator", "Rana Das"),
    student: await of("student", "Sadia Islam"),
  };
  await suspendAccount(portal, people.admin, await of("moderator", "Tareq Aziz"));
  await deleteAccount(portal, people.admin, await of("student", "Nadia Gone"));
  await invitePerson(portal, people.admin, { email: "invited@agency.example", role: "moderator" });
  await makeApiKey(portal, people.admin, { name: "Books", scope: "write", days: 30 });
  return people;
}

async function addRecords(portal: Portal, { admin, clerk }: People) {
  let number = 2_000_000;
  const add = (actor: AccountActor, name: string, more: object = {}) =>
    addTestRecord(portal, actor, { passportNumber: `A${(number += 1)}`, irccNumber: `W${number}`, name, ...more });
  const images = Object.fromEntries(
    await Array.fromAsync(documentKinds, async (kind) => [kind, await uploaded(portal, admin)] as const),
  );
  const lastDays = { visaPaper: "2027-03-31", medical: "2026-12-31" };
  const papers = { photo: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) };
  const own = { f1: "Padma Shipyard", f2: "+880 1700 000000", f3: "Welder" };
  const ownPapers = { p1: await uploaded(portal, admin), p2: await uploaded(portal, admin) };
  const records = {
    full: await add(admin, "Rahim Uddin", {
      images: { ...images, ...ownPapers },
      lastDays: { ...lastDays, p1: "2028-06-30" },
      nationality: "BANGLADESHI",
      own,
    }),
    bare: await add(admin, "Karim Uddin", { irccNumber: "" }),
    changed: await add(admin, "Jamal Hossain"),
    heldBack: await add(admin, "Salma Khatun", { images: { ...papers, p1: await uploaded(portal, admin) }, own }),
    offered: await add(admin, "Hasan Ali"),
    frozen: await add(admin, "Kamal Mia"),
    disputed: await add(admin, "Nasima Akter"),
    hidden: await add(admin, "Rafiq Islam"),
    returned: await add(clerk, "Shirin Begum"),
    waiting: await add(clerk, "Babul Sarkar", { lastDays: {} }),
    withdrawn: await add(admin, "Faruk Ahmed"),
  };
  await hideRecord(portal, admin, records.hidden);
  await sendBackRecord(portal, admin, records.returned, "The photo is of somebody else.");
  await edit(portal, admin, records.changed, { name: "Jamal Hossain Khan" });
  await assignRecord(portal, admin, records.waiting, clerk.id);
  await addComment(portal, clerk, { id: records.returned.id, text: "Asked for another photo." });
  await deleteRecord(portal, admin, await add(admin, "Liton Gone"));
  await keepRecord(portal, admin, records.bare, { keptUntil: "2029-01-01", keepReason: "A court asks for it." });
  return records;
}

type Records = Awaited<ReturnType<typeof addRecords>>;

async function addHolders(portal: Portal, records: Records) {
  const admin = system("test");
  const share = {
    whom: "employer",
    words: "For the new job",
    days: "90",
    uses: "3",
    [sharesField("visaPaper")]: "on",
    [sharesField("p1")]: "on",
  };
  const { opened } = await holderOf(portal, records.full);
  const wallet = await (await TestWallet.make()).takes(portal, opened);
  await makeShareCode(portal, opened, share);
  const [first] = (await ownShareCodes(portal, opened)).codes;
  await endShareCode(portal, opened, first?.id ?? "");
  const { code } = await makeShareCode(portal, opened, share);
  await askForMails(portal, opened, { email: "rahim@example.com" }, "en");
  const heldBack = await holderOf(portal, records.heldBack);
  await holdBack(portal, heldBack.opened, { kind: "visaPaper", isWithheld: true });
  for (const kind of ["p1", ownName("f1")]) await holdBack(portal, heldBack.opened, { kind, isWithheld: true });
  await offerHolderLink(portal, admin, records.offered, {});
  await holderOf(portal, records.frozen);
  await freezeHolder(portal, admin, records.frozen, { reason });
  const disputed = await holderOf(portal, records.disputed);
  await offerHolderLink(portal, admin, records.disputed, { reason });
  await refuseNewLink(portal, disputed.opened);
  await offerHolderLink(portal, admin, records.disputed, { reason });
  return { pages: { full: opened, heldBack: heldBack.opened, disputed: disputed.opened }, code, wallet };
}

async function addDesk(portal: Portal, { admin }: People, records: Records) {
  const { person } = await atTheDesk(portal, {}, "maria@embassy.example");
  const rowOf = ({ passportNumber: number, name }: CandidateRecord) => ({ cells: [], number, name, code: "" });
  const rows = [records.full, records.bare, records.hidden].map(rowOf);
  const { token, rows: told } = await checkList(portal, person, { list: { heads: [], rows }, purpose: "Visas" });
  await setOwnWebhook(portal, person, { url: "https://embassy.example/hook" });
  await addWebhook(portal, admin, { url: "https://books.agency.example/hook" });
  const watch = { email: "cousin@example.com", number: "A7777777", name: "", language: "en" } as const;
  const times = { confirmed_at: portal.now(), ends_at: portal.now() + 30 * dayMs };
  await portal.database.write((writer) =>
    insertRow(writer, "watch", { ...sealedWatch(portal, randomUUID(), watch), ...times }),
  );
  return { token, disclosures: told.map(({ answered }) => answered?.disclosure ?? "") };
}

async function addTexts(portal: Portal, { admin, clerk }: People, records: Records) {
  const pictures = [await uploaded(portal, admin), await uploaded(portal, admin)];
  await addPost(portal, admin, { title: "New office", text: "We moved.", images: pictures });
  const typed = { passportNumber: "a9", name: "Half typed" };
  const photo = await uploaded(portal, clerk);
  const images = { photo };
  await saveDraft(portal, clerk, {
    form: randomUUID(),
    opening: randomUUID(),
    particulars: typed,
    images,
    own: { f1: "Pad" },
  });
  const fields = [["address", "Half typ"]];
  await savePageDraft(portal, admin, { name: recordDraftName(records.bare.id), fields });
  const sender = { clientAddress: "198.51.100.9", isJunk: false };
  const about = { kind: "mistake", message: "The name is wrong.", contact: "cousin@example.com" };
  for (const { passportNumber } of [records.bare, records.full])
    await receiveReport(portal, { ...about, about: passportNumber }, sender);
  const [report] = (await listReports(portal, admin)).reports;
  await answerReport(portal, admin, report?.id ?? "", { answer: "It is mended." });
}

/** Imports and bulk runs: one that is chosen, one after its dry run, one done, and one that was undone. */
async function addRuns(portal: Portal, { admin, other }: People) {
  const imported = async (actor: AccountActor, ...lines: string[]) => {
    const id = await received(portal, actor, [heads, ...lines]);
    await takeGuessedColumns(portal, actor, id, {});
    await executeAllRuns(portal);
    return id;
  };
  const done = await imported(
    admin,
    line("C1000001", "W3000001", "Imported One"),
    line("C1000002", "", "Imported Two"),
  );
  await beginRun(portal, admin, done);
  const undone = await imported(other, line("C1000003", "W3000003", "Undone"));
  await beginRun(portal, other, undone);
  await executeAllRuns(portal);
  await undoRun(portal, other, undone);
  await executeAllRuns(portal);
  await imported(other, line("C1000004", "W3000004", "After the dry run"), line("C1", "W1", "Wrong"));
  await received(portal, admin, [heads, line("C1000005", "W3000005", "Without columns")]);
  const found = await addTestRecord(portal, admin, { passportNumber: "C1000006", irccNumber: "W3000006" });
  const hiding = await askForRun(portal, admin, "hide", { ids: [found.id] });
  await beginRun(portal, admin, hiding.id);
  await executeAllRuns(portal);
}

async function addClasses(portal: Portal, { admin, student }: People) {
  const { id: classId } = await offer(portal);
  const { enrolmentId } = await enrol(portal, student, { classId, personId: student.id });
  await pay(portal, enrolmentId);
  const wrong = await pay(portal, enrolmentId, { reference: "Twice" });
  await voidPayment(portal, admin, { paymentId: wrong.id, reason: "Typed twice." });
  const second = await offer(portal, { title: "Welding" });
  await enrol(portal, student, { classId: second.id, personId: student.id });
  await cancelEnrolment(portal, student, { classId: second.id, personId: student.id });
  await closeClass(portal, admin, second);
}
