import { describe, expect, test } from "vitest";
import type { AuditContents } from "#core/audit/audit-details.ts";
import { type AuditAction, auditActions, type AuditDetails, detailsOfChange } from "#core/audit/audit-event.ts";
import type { ClassFacts } from "#core/classes/training-class.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { noEdits, noParticulars } from "#core/records/record-details.ts";
import { irccNumber, partsOfSecond, type SecondNumber } from "#core/records/second-number.ts";
import type { MailServer } from "#core/settings/mail-server.ts";
import { defaultSettings, type Settings } from "#core/settings/settings.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import type { AuditQuestion } from "#operations/audit/read-audit.ts";
import type { RecordFilter } from "#operations/records/record-filter.ts";
import { actionWord } from "./action-words.ts";
import { shownChanges } from "./shown-event.server.ts";

const to = (values: object, from: object = {}): AuditDetails => ({ ...detailsOfChange<object>(from, values) });

const page = { image: "a.1", width: 1, height: 1, placeholder: "" };
const day = "2026-03-31";

const record: CandidateRecord = {
  id: "r",
  registry: "My_Aust",
  ...noParticulars,
  passportNumber: "AB1234567",
  irccNumber: "W1234567",
  name: "Rahim",
  fatherName: "Karim",
  motherName: "Amina",
  address: "Dhaka",
  nationality: "BANGLADESH",
  documents: { visaPaper: [page] },
  lastDays: { visaPaper: day },
  own: {},
  keptBack: ["medical"],
  ownKeptBack: [],
  approval: "returned",
  hidden: true,
  returnReason: "Why",
  addedBy: "a",
  addedAt: 1,
  changedAt: 1,
  approvedAt: 1,
  approvedBy: "a",
  assignedTo: "Sadia",
  version: 1,
  revision: null,
  edited: noEdits,
  contentSince: null,
  approvedAs: null,
};
const aClass: ClassFacts & { closedAt: number } = {
  title: "English",
  place: "Mirpur",
  startsAt: "2026-03-31T18:30",
  seats: 20,
  fee: 150_000,
  currency: "BDT",
  closedAt: 1,
};
const post: StoredPost = {
  id: "p",
  title: "News",
  text: "Words",
  banglaTitle: "খবর",
  banglaText: "কথা",
  images: [
    { ...page, description: "" },
    { ...page, description: "" },
  ],
  addedAt: 1,
  changedAt: 1,
  addedBy: "a",
  changedBy: "a",
  version: 1,
};
const visaNumber: SecondNumber = {
  labels: { en: "Visa number" },
  hints: { bn: "ভিসায় লেখা আছে।" },
  example: "201/2024",
  form: ["slash"],
  isAbsent: true,
};
const settings: Settings = {
  ...defaultSettings(day),
  operator: {
    name: "a",
    about: "b",
    aboutBangla: "",
    licence: "c",
    licenceBangla: "",
    licenceRegister: "d",
    address: "e",
    phone: "f",
    email: "g",
    page: "h",
  },
  dateIsSet: true,
  languages: { hi: { isOn: true, confirmed: "abc" } },
  accent: "#0b6bbf",
  log: { witnesses: "w", mailTo: "m", registers: "r" },
};
const { logo: _, texts: __, kindsOff: ___, secondNumber: ____, ...plainSettings } = settings;
const mailServer: MailServer = { host: "h", port: 1, encryption: "starttls", user: "u", password: "p", from: "f" };
const ofMailServer = Object.fromEntries(
  Object.entries(mailServer).map(([field, value]) => [`mailServer.${field}`, value]),
);
const ofSignIn = {
  "signIn.onlyProviders": true,
  "signIn.order": "Office",
  ...Object.fromEntries(
    ["name", "issuer", "clientId", "clientSecret", "scopes", "claim", "roles", "changedBy"].map((name) => [
      `signIn.${name} 1`,
      "x",
    ]),
  ),
};
const filter = {
  search: "number",
  status: "returned",
  hidden: true,
  addedBy: "me",
  assignedTo: "me",
  addedFrom: day,
  addedTo: day,
  missing: "visaPaper",
  endsFrom: day,
  endsTo: day,
  noticed: true,
  holder: "offered",
} satisfies Required<Omit<RecordFilter, "own">>;
const asked = { by: "a", kind: "records", from: day, to: day } satisfies Required<Omit<AuditQuestion, "about">>;
const client = { clientAddress: "203.0.113.5", browser: "Firefox" };

/** Sample details for each kind of event, as the operations write them. */
const samples: { [Action in AuditAction]: Partial<AuditContents[Action]> } = {
  "candidate-added": record,
  "candidate-updated": record,
  "candidate-hidden": { hidden: true },
  "candidate-unhidden": { hidden: false },
  "candidate-approved": { approval: "approved", approvedAt: 1, approvedBy: "a" },
  "candidate-denied": { approval: "waiting" },
  "candidate-sent-back": { approval: "returned", returnReason: "Why" },
  "candidate-deleted": {},
  "revision-changed": { name: "Rahim", revision: 2 },
  "revision-approved": { name: "Rahim", revision: 2 },
  "revision-sent-back": { returnReason: "Why", revision: 2 },
  "revision-taken-back": { name: "Rahim", revision: 2 },
  "revision-discarded": { revision: 2 },
  "revision-lost": { revision: 2 },
  "record-assigned": { assignedTo: "Sadia" },
  "record-kept": { keptUntil: day, keepReason: "A lawsuit" },
  "comment-added": {},
  "comment-deleted": {},
  "holder-link-made": { reason: "A new phone" },
  "holder-link-withdrawn": {},
  "holder-link-refused": {},
  "holder-bound": { near: "session" },
  "holder-frozen": { reason: "Not theirs" },
  "holder-given-back": {},
  "holder-ended": {},
  "holder-witnessed": {},
  "holder-passkey-added": {},
  "holder-passkey-removed": {},
  "holder-credential-issued": {},
  "holder-account-joined": {},
  "holder-account-left": {},
  "document-kept-back": { keptBack: ["medical"] },
  "document-given-back": { keptBack: [] },
  "share-code-made": {},
  "share-code-revoked": {},
  "share-codes-revoked": {},
  "numbers-checked": { shown: 1, waiting: 1, hidden: 1, unknown: 1 },
  "numbers-found-taken": { passportNumber: "number-taken", irccNumber: "number-taken" },
  "list-checked": { organisation: "Embassy", purpose: "Visas", numbers: 3, misses: 1, unchecked: 0 },
  "organisation-added": { name: "Embassy", country: "Malta", reason: "Visas", perDay: 500, lastDay: day },
  "organisation-changed": { organisation: "Embassy", perDay: 600 },
  "organisation-let-go-on": { organisation: "Embassy" },
  "cards-printed": { records: 3 },
  "records-exported": { ...filter, byOwnFields: "f1 f2", records: 3 },
  "record-exported": { files: 3 },
  "person-exported": { files: 3 },
  "audit-exported": { ...asked, about: "candidate/r", events: 3 },
  "backup-exported": {},
  "post-added": post,
  "post-edited": post,
  "post-deleted": {},
  "class-added": aClass,
  "class-edited": { fee: 150_000 },
  "class-closed": { closedAt: 1 },
  "class-reopened": {},
  "class-deleted": {},
  enrolled: { person: "Sadia", fee: 150_000, currency: "BDT" },
  "enrolment-cancelled": { person: "Sadia" },
  "payment-recorded": { person: "Sadia", receipt: "000042", currency: "BDT", reference: "8N7A", amount: 1, paidOn: day, method: "mobile" }, // prettier-ignore
  "payment-voided": { receipt: "000042", reason: "Twice" },
  "report-received": {},
  "report-answered": { answer: "Thanks" },
  "report-closed": { closedAt: 1, outcome: "Corrected" },
  "number-marked": { numberEnding: "678", reason: "Three false visas", until: day },
  "number-mark-ended": { numberEnding: "678" },
  "settings-changed": { ...plainSettings, ...partsOfSecond(visaNumber), kindsOff: ["ticket"], logo: "h4sh", "texts.how-it-works.bn": { title: "a", body: "b" }, ...ofMailServer, ...ofSignIn }, // prettier-ignore
  "keys-rotated": { keySet: "k2", records: 3 },
  "signing-key-rotated": { signingKey: "k2" },
  "signing-key-revoked": { signingKey: "k2" },
  "webhook-added": { webhook: "https://a.example/" },
  "webhook-renewed": { webhook: "https://a.example/" },
  "webhook-removed": { webhook: "https://a.example/" },
  "staff-invited": { ...client, email: "a@b.example", role: "organisation", organisation: "Embassy" },
  "invitation-taken": { ...client, role: "organisation", organisationId: "42" },
  "invitation-withdrawn": { ...client, email: "a@b.example" },
  "account-made": { role: "admin" },
  "account-registered": client,
  "registered-again": client,
  "address-confirmed": client,
  "staff-confirmed": { confirmed: true },
  "role-changed": { role: "student", provider: "Office", departure: "suspected", frozenPages: 2 },
  "staff-suspended": { suspended: true, departure: "suspected", frozenPages: 3, sparedPages: 1 },
  "staff-restored": { suspended: false },
  "staff-deleted": { role: "student", departure: "left" },
  "change-held": { change: "suspend", askedBy: "a", departure: "suspected" },
  "change-agreed": { change: "invite", askedBy: "a", email: "n@x.example", role: "admin" },
  "change-refused": { change: "mail-server", askedBy: "a", "mailServer.host": "Office" },
  "signed-in": { ...client, way: "provider", provider: "Office" },
  "sign-in-failed": { ...client, way: "passkey", problem: "wrong-credentials" },
  "signed-out": client,
  "sessions-ended": { sessions: 2, apiKeys: 1 },
  "proved-again": client,
  "reset-asked-for": client,
  "password-reset": client,
  "password-changed": client,
  "profile-changed": { name: "a", photoUrl: "/photo.webp" },
  "provider-linked": { factor: "provider-connected" },
  "provider-removed": { factor: "provider-removed" },
  "factor-added": { factor: "totp-added" },
  "factor-removed": { factor: "passkey-removed", totp: 1, passkeys: 2 },
  "factor-failed": client,
  "recovery-codes-made": { factor: "recovery-codes-made" },
  "api-key-made": { name: "a", scope: "write", expiresAt: 1 },
  "api-key-revoked": { name: "a" },
};

/** Matches names from the code: camelCase, kebab-case, dotted names, JSON. */
const code = /[a-z][A-Z]|[a-z]-[a-z]|^[a-z]+\.[a-z]|[{}[\]"]|undefined/;

describe.each(["en", "bn"] as const)("in %s, the values of an audit event", (locale) => {
  test.each(Object.entries(auditActions).flatMap(([, actions]) => actions))(
    "are words, not names from the code: %s",
    (action) => {
      overwriteGetLocale(() => locale);
      const details = to(samples[action]);
      const subject = /^(?:candidate|revision-|record-|document-|person-|holder|share-)/.test(action)
        ? "candidate"
        : "staff";
      const changes = shownChanges({ about: { subject, id: "r", name: null }, details }, noneOwn);
      const shown = changes.flatMap(({ label, words }) => [label, words]).filter((text) => !text.startsWith("https:"));
      expect(shown.filter((text) => code.test(text))).toEqual([]);
      const other = locale === "en" ? "Something else" : "অন্য কিছু";
      expect(changes.map(({ label }) => label)).not.toContain(other);
    },
  );
});

const noneOwn = { ownFields: [], ownPapers: [] };

test("each changed setting of a group has its own line, in the words of its form", () => {
  overwriteGetLocale(() => "en");
  const before = defaultSettings(day);
  const after: Settings = { ...before, operator: { ...before.operator, licence: "RL 7" }, secondFactor: "required" };
  const about = { subject: "settings", id: "settings", name: null } as const;
  expect(shownChanges({ about, details: detailsOfChange<Settings>(before, after) }, noneOwn)).toEqual([
    { label: "Licence number", words: "RL 7" },
    {
      label: "Besides the password, admins and moderators need",
      words: "“a second step only if they turned it on” became “a second step: an app, a passkey, or codes on paper”",
    },
  ]);
});

test("each part of the second number has its own line", () => {
  overwriteGetLocale(() => "en");
  const about = { subject: "settings", id: "settings", name: null } as const;
  const details = to(partsOfSecond({ ...visaNumber, form: ["slash", "dot"] }), partsOfSecond(irccNumber));
  expect(shownChanges({ about, details }, noneOwn)).toEqual([
    { label: "The second number: Example", words: "201/2024" },
    { label: "The second number: Nobody is asked for it", words: "“no” became “yes”" },
    {
      label: "The second number: What belongs to the number",
      words: "“Letters and digits alone” became “Signs that count: Slash, Dot”",
    },
    { label: "The second number: Name (English)", words: "Visa number" },
    { label: "The second number: Help below the box (বাংলা)", words: "ভিসায় লেখা আছে।" },
  ]);
});

test("an action that another version of the program wrote is named by its id", () => {
  expect(actionWord("wallet-worn-out")).toBe("Done by another version of this program (wallet-worn-out)");
  expect(actionWord("signed-out")).toBe("Signed out");
});
