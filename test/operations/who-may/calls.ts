import { irccNumber } from "#core/records/second-number.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { noProviders } from "#core/settings/sign-in.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { draftOfForm } from "#storage/database/records/drafts.ts";
import { rowById } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { particulars } from "../../support/accounts/people.ts";
import type { Family } from "../../server/matrix/reach.ts";
import type { Thing } from "../../server/matrix/things.ts";
import {
  aCard,
  aComment,
  aDraft,
  aFrozenPage,
  aHeldChange,
  aHolderPage,
  aMark,
  anApiKey,
  anInvitation,
  aPageDraft,
  aProposedOffice,
  aProvider,
  aRememberedColumn,
  aRemovedField,
  aTwin,
  aView,
  aWebhook,
  type Maker,
} from "./own-things.ts";

/** What an operation has answered, and the transaction in which it ran. */
type Done = { answer: unknown; within: Within<Portal> };

/** For an operation that leaves out what the actor may not see, or does nothing, instead of refusing. */
type Reaches = (done: Done, thing: Thing) => boolean | Promise<boolean>;

/** What an operation is given after the portal and the actor: nothing, or what names such a thing, which exists. */
type Given = readonly [names: Family | Maker | null, given: (thing: Thing) => readonly unknown[], reaches?: Reaches];

const target = ({ id }: Thing) => [{ id }];
const id = ({ id: named }: Thing) => [named];
const nothing = () => [{}];
export const noBytes = () => Readable.from([]);

const ofRecord: Given = ["record", target];
const idOfRecord: Given = ["record", id];
const ofPerson: Given = ["person", target];
const idOfRun: Given = ["bulk run", id];
const idOfImport: Given = ["import", id];
const idOfClass: Given = ["class", id];
const ofClass: Given = ["class", (thing) => [...target(thing), {}]];
const embassy = { name: "Embassy", country: "Malta", reason: "Visas", perDay: 500, lastDay: "2094-01-10" };
const ofOrganisation: Given = ["organisation", (thing) => [...target(thing), embassy]];
const aForm: Given = [null, nothing];
const ofWebhook: Given = [aWebhook, target];
const ofProvider: Given = [aProvider, target];
const aPayment = { amount: 100, paidOn: "2026-01-31", method: "cash", reference: "" };
const seat = ({ id: classId, person: personId }: Thing) => [{ classId, personId }];

/** The ids of what it lists, or counts, contain this one. */
const lists: Reaches = ({ answer }, thing) =>
  JSON.stringify(answer instanceof Map ? [...answer.keys()] : answer).includes(thing["id"] ?? "nothing");
const searchFor: Given = ["record", ({ passportNumber }) => [{ search: passportNumber }], lists];

/** The operations that need more than a portal and an actor before they ask who may. */
export const given: Readonly<Record<string, Given>> = {
  "accounts/addAccount": [null, () => ["admin", {}]],
  "accounts/addFirstAdmin": aForm,
  "accounts/changeOneAccount": ["person", ({ id: person }) => [person, async () => {}]],
  "accounts/changeRole": ["person", ({ id: person }) => [{ id: person, role: "student" }]],
  "accounts/confirmAccount": ofPerson,
  "accounts/deleteAccount": ofPerson,
  "accounts/endSessionsOf": ofPerson,
  "accounts/invitePerson": [null, () => [{ email: "a@agency.example", role: "admin" }]],
  "accounts/inviteToOrganisation": ["organisation", (thing) => [...target(thing), { email: "a@agency.example" }]],
  "accounts/listAccounts": aForm,
  "accounts/makeApiKey": [null, () => [{ name: "A", scope: "look-up", days: 30 }]],
  "accounts/readAccount": ofPerson,
  "accounts/readApiKeys": ["person", id],
  "accounts/readLeftBehind": ["person", id],
  "accounts/resetFactors": ofPerson,
  "accounts/restoreAccount": ofPerson,
  "accounts/revokeApiKey": [anApiKey, ({ id: key, personId }) => [{ id: key, personId }]],
  "accounts/suspendAccount": ofPerson,
  "accounts/withdrawInvitation": [anInvitation, target],
  "alerts/changeAlertChoices": aForm,
  "audit/takeAudit": aForm,
  "bulk/askForRun": ["record", ({ id: record }) => ["export", { ids: [record] }]],
  "bulk/beginRun": ["updating run", id],
  "bulk/changeOwnRun": ["bulk run", (thing) => [...id(thing), async () => {}]],
  "bulk/neighboursInRun": idOfRun,
  "bulk/readLeftOut": idOfRun,
  "bulk/readRecords": ["bulk run", (thing) => [...id(thing), "export"]],
  "bulk/ownRun": idOfRun,
  "bulk/readReport": idOfImport,
  "bulk/readReview": idOfRun,
  "bulk/readRun": idOfRun,
  "bulk/readLeftOfFile": idOfRun,
  "bulk/readWarnings": idOfRun,
  "bulk/stopRun": idOfRun,
  "bulk/takeRecords": ["bulk run", (thing) => [...id(thing), "export"]],
  "bulk/undoRun": idOfRun,
  "classes/addClass": aForm,
  "classes/addPayment": ["seat", ({ enrolmentId }) => [{ enrolmentId, payment: aPayment }, randomUUID()]],
  "classes/cancelEnrolment": ["seat", seat],
  "classes/classRoll": idOfClass,
  "classes/closeClass": ofClass,
  "classes/deleteClass": ofClass,
  "classes/enrol": ["seat", seat],
  "classes/enrolStudent": idOfClass,
  "classes/enrolledClasses": ["person", id],
  "classes/paymentHistory": ["person", id],
  "classes/readClass": idOfClass,
  "classes/readEnrolment": ["seat", seat],
  "classes/readReceipt": ["payment", id],
  "classes/reopenClass": ofClass,
  "classes/selectClass": idOfClass,
  "classes/unselectClass": idOfClass,
  "classes/updateClass": ofClass,
  "classes/voidPayment": ["payment", ({ id: paymentId }) => [{ paymentId, reason: "Twice." }]],
  "desk/addOrganisation": [null, () => [embassy]],
  "desk/changeOrganisation": ofOrganisation,
  "desk/checkList": [null, () => [{ list: [], purpose: "" }]],
  "desk/letGoOn": ofOrganisation,
  "desk/readOrganisation": ["organisation", id],
  "drafts/addFromForm": aForm,
  "drafts/discardDraft": [
    aDraft,
    ({ form, opening }) => [{ form, opening }],
    async ({ within }, { person = "", form = "" }) =>
      (await draftOfForm(within.database.read, person, form))?.sealed === null,
  ],
  "drafts/endPageDraft": [
    aPageDraft,
    ({ name }) => [name],
    async ({ within }, { person = "", name = "" }) =>
      (await draftOfForm(within.database.read, person, name))?.sealed === null,
  ],
  "drafts/listPageDrafts": [
    aPageDraft,
    () => [],
    ({ answer }, { draft = "" }) => JSON.stringify(answer).includes(draft),
  ],
  "drafts/throwDraftAway": [
    aPageDraft,
    ({ draft }) => [{ id: draft }],
    async ({ within }, { person = "", name = "" }) =>
      (await draftOfForm(within.database.read, person, name))?.sealed === null,
  ],
  "drafts/readDrafts": [
    aDraft,
    ({ form }) => [form],
    ({ answer }, { form = "" }) => JSON.stringify(answer).includes(form),
  ],
  "drafts/readPageDrafts": [aPageDraft, ({ name }) => [name], ({ answer }) => JSON.stringify(answer) !== "[]"],
  "drafts/saveDraft": aForm,
  "drafts/savePageDraft": [null, () => [{ name: "terms", fields: {} }]],
  "exports/subjectAccessExport": ["record", ({ value, ...record }) => [{ ...record, irccNumber: value }]],
  "exports/takeArchive": aForm,
  "exports/takeRecord": idOfRecord,
  "decisions/agreeToChange": [aHeldChange, target],
  "decisions/refuseChange": [aHeldChange, target],
  "holders/endShareCodesOfRecord": ofRecord,
  "holders/freezeHolder": [aHolderPage, (thing) => [...target(thing), { reason: "A" }]],
  "holders/giveBackPage": [aFrozenPage, target],
  "holders/holdersOfRun": ["cards", id],
  "holders/offerHolderLink": ["record", (thing) => [...target(thing), {}]],
  "holders/offerLinksOfRun": ["cards", id],
  "holders/readHolder": idOfRecord,
  "holders/withdrawHolderLink": ofRecord,
  "holders/witnessHolder": [aCard, (thing) => [...target(thing), { card: thing["card"] }]],
  "images/receiveImage": [null, () => [{ bytes: noBytes(), use: "document" }]],
  "upkeep/sameFiles": [
    aTwin,
    ({ id: record, page: image }) => [{ id: record, documents: { workPermit: [{ image }] } }],
    ({ answer }) => Array.isArray(answer) && answer.length > 0,
  ],
  "images/storeOriginal": [null, () => [new Uint8Array()]],
  "imports/chooseColumns": ["import", (thing) => [...id(thing), { columns: [] }]],
  "imports/changeColumns": idOfImport,
  "imports/forgetColumn": [aRememberedColumn, ({ key }) => [{ key }]],
  "imports/importOnce": [
    "import",
    ({ id: run }) => [
      { id: run, sha256: "" },
      { begins: false, key: undefined },
    ],
  ],
  "imports/readColumns": idOfImport,
  "imports/readDoubtfulNumbers": idOfImport,
  "imports/readMissingColumns": idOfImport,
  "imports/readUnseenDays": idOfImport,
  "imports/readRefusedRows": idOfImport,
  "imports/readUploads": idOfImport,
  "imports/receiveImport": [null, () => [noBytes()]],
  "imports/receiveRows": [
    null,
    () => [{ id: randomUUID(), dataKey: { key: randomBytes(32), wrapped: randomBytes(60) } }, noBytes()],
  ],
  "imports/receiveUploads": [null, () => [noBytes()]],
  "imports/storeScans": [null, () => [[]]],
  "imports/takeGuessedColumns": ["import", (thing) => [...id(thing), {}]],
  "imports/takeNumbers": idOfImport,
  "imports/takeUnusual": idOfImport,
  "records/lookupsOfRecord": idOfRecord,
  "settings/changeMailServer": [null, () => [{ server: null, expectedVersion: 1 }]],
  "settings/confirmMailServer": [null, () => [{ code: "", expectedVersion: 1 }]],
  "settings/removeMailServer": [null, () => [1]],
  "settings/sendTestMail": [null, () => ["a@agency.example"]],
  "settings/tryMailServer": [null, () => [{}, "a@agency.example"]],
  "posts/addPost": aForm,
  "posts/deletePost": ["post", target],
  "posts/readPost": ["post", id],
  "posts/updatePost": ["post", (thing) => [...target(thing), {}]],
  "records/readStatement": idOfRecord,
  "proofs/revokeLogKey": [null, () => ["a key"]],
  "proofs/revokeSigningKey": [null, () => ["a key", {}]],
  "records/accountNames": ["person", ({ id: person }) => [[person]], lists],
  "records/addComment": ["record", ({ id: record }) => [{ id: record, text: "Ask again." }]],
  "records/addRecord": [null, () => [{ particulars: {}, images: {} }]],
  "records/addRecordOnce": [null, () => [{ particulars: {}, images: {} }]],
  "records/assignRecord": ["record", (thing) => [...target(thing), null]],
  "records/checkNumbers": [null, () => [{ numbers: "A12345678" }]],
  "records/checkPartOfNumbers": [null, () => [{ numbers: "A1", from: 0, ticket: "" }]],
  "records/chooseColumns": [null, () => [["name"]]],
  "records/countRecords": [
    "record",
    ({ passportNumber }) => [{ search: passportNumber }],
    ({ answer }) => !JSON.stringify(answer).includes('"count":0'),
  ],
  "records/decideOnRecord": ["record", (thing) => [...target(thing), "approve"]],
  "records/deleteComment": [aComment, ({ id: record, comment }) => [{ id: record, comment }]],
  "records/deleteOwnView": [
    aView,
    target,
    async ({ within }, { id: view = "" }) => !(await rowById(within.database.read, "record_view", view)),
  ],
  "records/deleteRecord": ofRecord,
  "records/eraseRecord": ofRecord,
  "records/findByNumber": ["record", ({ passportNumber }) => [passportNumber], lists],
  "records/findDuplicateNumbers": ["record", ({ passportNumber }) => [{ passportNumber }], lists],
  "records/hideRecord": ofRecord,
  "records/listAndCountRecords": searchFor,
  "records/listRecords": searchFor,
  "records/matchingRecordIds": searchFor,
  "records/neighboursInQueue": idOfRecord,
  "records/prepareRecord": [null, () => [{ particulars: {}, images: {} }]],
  "records/readComments": idOfRecord,
  "records/readHistory": idOfRecord,
  "records/readNext": idOfRecord,
  "records/readRecord": idOfRecord,
  "records/readReturnedRevisions": [null, () => [1]],
  "records/readRevised": idOfRecord,
  "records/readableRow": idOfRecord,
  "records/readableRows": ["record", (thing) => [id(thing)], lists],
  "records/samePersonRecords": ["record", ({ name }) => [{ ...particulars(), id: randomUUID(), name }], lists],
  "records/saveView": aForm,
  "records/sendBackRecord": ["record", (thing) => [...target(thing), "The page is cut off."]],
  "records/takeMatching": searchFor,
  "records/unhideRecord": ofRecord,
  "records/updateField": ["record", (thing) => [...target(thing), { field: "nationality", value: "A" }]],
  "records/updateRecord": ["record", (thing) => [...target(thing), { particulars: particulars(), images: {} }]],
  "reports/answerReport": ["report", (thing) => [...id(thing), {}]],
  "reports/closeReport": ["report", (thing) => [...id(thing), {}]],
  "reports/endFalseNumber": [aMark, target],
  "reports/markFalseNumber": [null, () => [{}]],
  "reports/findReportedRecords": ["record", ({ passportNumber }) => [passportNumber], lists],
  "reports/readReport": ["report", id],
  "own-fields/aboutSecondNumber": [null, () => [{ form: ["slash"] }]],
  "own-fields/aboutSwitch": [null, () => ["ticket"]],
  "own-fields/changeSecondNumber": [null, () => [{ secondNumber: { ...irccNumber, form: ["slash"] } }]],
  "own-fields/deleteOwnValues": [aRemovedField, target],
  "own-fields/switchKind": [null, () => [{ kind: "ticket" }]],
  "retention/keepRecord": ["record", (thing) => [...target(thing), {}]],
  "retention/readRetention": idOfRecord,
  "revisions/discardDamaged": ofRecord,
  "revisions/releaseWaiting": ofRecord,
  "revisions/takeBackPart": ofRecord,
  "settings/aboutSet": [null, () => ["gulf"]],
  "settings/chooseSet": [null, () => [{ set: "gulf" }]],
  "settings/leaveOutOffice": [aProposedOffice, target],
  "settings/lookAtOffice": [aProposedOffice, target],
  "settings/changeDate": [null, () => ["2026-03-31"]],
  "settings/changeSettings": [null, () => [{ change: {} }]],
  "settings/changeText": [
    null,
    () => [
      { page: "about", language: "en", expectedVersion: 1 },
      { title: "A", body: "" },
    ],
  ],
  "settings/readLogo": [null, () => [noBytes()]],
  "settings/resetText": [null, () => [{ page: "about", language: "en", expectedVersion: 1 }]],
  "settings/allowPasswords": [null, () => [{ isOn: true }]],
  "settings/changeSignIn": [null, () => [{ signIn: noProviders }]],
  "settings/moveFirst": ofProvider,
  "settings/removeProvider": ofProvider,
  "settings/saveProvider": [aProvider, (thing) => [...target(thing), {}]],
  "settings/testProvider": ofProvider,
  "webhooks/addWebhook": [null, () => [{ url: "https://hooks.example/a" }]],
  "webhooks/removeWebhook": ofWebhook,
  "webhooks/renewSecret": ofWebhook,
  "webhooks/sendAgain": [aWebhook, ({ delivery }) => [{ id: delivery }]],
  "webhooks/sendTest": ofWebhook,
  "desk/setOwnWebhook": [null, () => [{ url: "https://hooks.example/a" }]],
};
