import type { KeyLike } from "node:crypto";
import { noParticulars } from "#core/records/record-details.ts";
import { otherKinds } from "#core/records/document-kinds.ts";
import { eachField, otherFields } from "#core/records/record-fields.ts";
import type { Decoder } from "#core/stored/decoders.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import { sealedPhoto } from "#operations/accounts/photos.ts";
import { sealedComment } from "#operations/records/record-comments.ts";
import { sealedDay } from "#operations/records/holder-looks.ts";
import { sealedTold } from "#operations/desk/tell-organisations.ts";
import { sealedMessage } from "#operations/desk/own-webhook.ts";
import { sealedOrganisation } from "#operations/desk/organisations.ts";
import { sealedDraft, sealedPageDraft } from "#operations/drafts/read-drafts.ts";
import { sealedAboutFile } from "#operations/bulk/about-file.ts";
import { sealedNewValue } from "#operations/bulk/value-of-run.ts";
import { sealedRows } from "#operations/bulk/rows-of-import.ts";
import { sealedUploadName } from "#operations/imports/uploads-of-import.ts";
import { sealedHeld } from "#operations/held-changes/hold-change.ts";
import { sealedShare } from "#operations/holders/share-codes.ts";
import { sealedFacts } from "#operations/images/stored-image.ts";
import { sealedMail } from "#operations/mails/mail-queue.ts";
import { sealedMailServer } from "#operations/mails/mail-server.ts";
import { sealedEvent } from "#operations/portal/log-audit-event.ts";
import { sealedSettings, sealedSignIn } from "#operations/portal/current-settings.ts";
import { sealedStatement } from "#operations/proofs/note-publication.ts";
import { sealedFalseNumber } from "#operations/reports/read-false-numbers.ts";
import { sealedReport } from "#operations/reports/read-reports.ts";
import { sealedHolder, sealedLink } from "#operations/sealed/sealed-holder.ts";
import { sealedDetails } from "#operations/sealed/sealed-record.ts";
import { sealedRevision } from "#operations/sealed/sealed-revision.ts";
import { sealedTried } from "#operations/settings/change-mail-server.ts";
import { sealedPrivateKey } from "#operations/signing/signing-keys.ts";
import { sealedRequest } from "#operations/watches/sealed-watch.ts";
import { sealedWebhook } from "#operations/webhooks/manage-webhooks.ts";
import { sealedHead } from "#operations/backups/erasure-chain.ts";
import { sealedPayment } from "#operations/classes/receipts.ts";
import { sealedTotp } from "#sealing/sealed-totp.ts";

type Sealed<Place, Content> = {
  table: string;
  place: (row: Place) => string;
  decode: Decoder<Content>;
  seal: (key: KeyLike, row: Place, content: Content) => Buffer;
  open: (key: KeyLike, row: Place & { sealed: Uint8Array }) => Content;
};

const ownPaper = { kind: "p1", pages: 1, original_sha256: ["h"], page_sha256: ["h"], title: "Wafid medical" } as const;

type Sample = {
  table: string;
  decode: Decoder<unknown>;
  /** True if what is inside the parts is not looked at. */
  isFlat?: boolean;
  /** Parts that may have any type. */
  free?: readonly string[];
  /** What an error says of the row. */
  shownRow: string;
  open: (key: KeyLike, sealed: Uint8Array) => unknown;
  write: (key: KeyLike) => Buffer;
  places: string;
  sample: unknown;
};

/** Content of a row with everything that it can have. */
const content = <Place extends object, Content>(
  { table, place, decode, seal, open }: Sealed<Place, Content>,
  row: NoInfer<Place>,
  sample: NoInfer<Content>,
  more: { shownRow?: string; free?: readonly string[]; isFlat?: boolean } = {},
): Sample => ({
  table,
  decode,
  shownRow: "id" in row ? String(row.id) : "",
  ...more,
  open: (key, sealed) => open(key, { ...row, sealed }),
  write: (key) => seal(key, row, sample),
  places: place(row),
  sample,
});

const id = "0192aaaa";
const mark = { number: "a 01234567", reason: "Three false visas", until: "2027-03-31" };
const storedMark = { ...mark, counted: "A01234567", by: "p1" };
const page = { image: `${"a".repeat(32)}-1`, width: 800, height: 600, placeholder: "1QcSHQRn" };
/** Kinds that a later version added. */
const ofOtherKinds = Object.fromEntries(otherKinds.map((kind) => [kind, [page]]));
const edit = { by: "p1", at: 1, changes: { address: "Sylhet", "documents.photo": [page] } };
const { lookupPolicy, registration, secondFactor, backups, log, retention, features } = defaultSettings("2026-03-31");
const safeguards = { lookupPolicy, registration, secondFactor, backups, log, retention, features };
const heldNumber = {
  labels: { en: "Visa number" },
  form: ["slash" as const],
  isAbsent: false,
  isOptional: true,
  hints: { en: "On the visa." },
  example: "12/345",
};

const mailServer = {
  host: "mail.example",
  port: 587,
  encryption: "starttls",
  user: "office",
  password: "secret",
  from: "office@agency.example",
} as const;
const provider = {
  name: "Example",
  issuer: "https://id.example",
  clientId: "attestry",
  clientSecret: "secret",
  scopes: "groups",
  claim: "groups",
  roles: "office = moderator",
  id: "1",
  changedBy: "p1",
  changedAt: 1,
};
const image = "b".repeat(32);

export const everySample: Readonly<Record<string, Sample>> = {
  sealedDetails: content(
    sealedDetails,
    {
      id,
      registry: "main",
      name: "RAHIM UDDIN",
      nationality: "BANGLADESH",
      approval: "approved",
      hidden: 0,
      changed_at: 1,
      approved_at: 1,
    },
    {
      ...eachField(otherFields, (name: string) => `some ${name}`),
      passportNumber: "A01234567",
      irccNumber: "W123456789",
      fatherName: "KARIM UDDIN",
      motherName: "AMINA BEGUM",
      address: "Sylhet",
      documents: { photo: [page], workPermit: [page, page], ...ofOtherKinds, p1: [page] },
      lastDays: { workPermit: "2027-03-31", p1: "2027-04-30" },
      own: { f1: "Kafeel of Doha" },
      ownKeptBack: ["f1"],
      keptBack: ["photo"],
      returnReason: "The photo is blurred.",
      staff: "abcdefghijklmnop",
      revision: 4,
      edited: { before: { address: "Dhaka", "documents.photo": [page] }, edits: [edit] },
      contentSince: 1_800_000_000_000,
      approvedAs: { name: "RAHIM UDDIN", passportNumber: "A01234566" },
    },
  ),
  sealedRevision: content(
    sealedRevision,
    { id, registry: "main", state: "waiting", begun_at: 1, version: 4 },
    { edits: [edit], reason: "No." },
  ),
  sealedHolder: content(
    sealedHolder,
    { id },
    {
      pin: "hashed",
      mail: { address: "r@example.org", language: "bn", mark: "m", askedAt: 1, isConfirmed: true, tellsLooks: true },
      passkey: { id: "k", publicKey: "p", addedAt: 1 },
      walletAt: 1,
      refusedAt: 1,
      frozenAt: 1,
      refusesNotices: true,
      flag: { near: "network", people: ["p1"] },
    },
  ),
  sealedLink: content(
    sealedLink,
    { candidate_id: id },
    { reason: "new telephone", madeBy: "p1", needsWitness: true, witnessedBy: "p2" },
    { shownRow: id },
  ),
  sealedShare: content(sealedShare, { id }, { whom: "bank", words: "for the account", kinds: ["photo"], own: ["f1"] }),
  sealedDay: content(
    sealedDay,
    { holder_id: id, day: "2026-11-28" },
    { seen: "hash", looks: [{ way: "number", country: "CA", state: "now", times: 2, by: "Embassy" }] },
    { shownRow: `${id} 2026-11-28` },
  ),
  sealedComment: content(sealedComment, { id, written_by: "p1", written_at: 1 }, "Called."),
  sealedFacts: content(
    sealedFacts,
    { id },
    {
      use: "paper",
      format: "jpeg",
      size: 1,
      sha256: "hash",
      perceptualHash: "hash",
      pages: [page],
      pageSha256: [{ reading: "hash", list: "hash" }],
      downloadOf: page.image,
    },
  ),
  sealedStatement: content(
    sealedStatement,
    {
      registry: "main",
      list_id: 7,
      place: 1,
      kid: "k",
      kinds: 1,
      issued_at: 1,
      ends_at: 2,
      published_tree: "t",
      published_leaf: 1,
    },
    {
      format: 1,
      issuer: "https://agency.example",
      kid: "k",
      list: 7,
      place: 1,
      issued: 1,
      ends: 2,
      operator: { name: "Agency", licence: "RL 1" },
      published: "2026-11-28",
      content_since: "2026-11-29",
      claims: { name: "RAHIM UDDIN", passport_number: "A01234567", ircc_number: "W1", nationality: "BANGLADESH" },
      own: [{ id: "f1", title: "Kafeel", value: "Ali Hassan" }],
      documents: [
        { kind: "visaPaper", pages: 1, original_sha256: ["h"], page_sha256: ["h"], last_day: "2027-03-31" },
        ownPaper,
      ],
      seen: "hash",
      seed: "seed",
    },
    { shownRow: "7 1" },
  ),
  sealedPayment: content(
    sealedPayment,
    {
      id,
      enrolment_id: "e",
      registry: "main",
      receipt: 1,
      amount: 1,
      currency: "BDT",
      paid_on: "2026-11-28",
      method: "cash",
      recorded_at: 1,
      recorded_by: "p1",
    },
    {
      reference: "TX1",
      paidBy: "Rahim",
      ground: {
        class: { title: "Welding", place: "Sylhet", startsAt: "2026-12-01T09:00" },
        fee: 100,
        operator: { name: "Agency", licence: "RL 1", address: "Sylhet", phone: "1", email: "a@agency.example" },
      },
    },
  ),
  sealedEvent: content(
    sealedEvent,
    { seq: 7 },
    { address: { from: "Dhaka", to: ["Sylhet"] } },
    { shownRow: "7", free: ["from", "to", "0"] },
  ),
  sealedHeld: content(
    sealedHeld,
    { id },
    { kind: "suspend", subject: "p2", provider: "1", why: "suspected", spared: ["r1"] },
  ),
  "sealedHeld, invitation": content(sealedHeld, { id }, { kind: "invite", subject: "a@example.org", role: "admin" }),
  "sealedHeld, kinds": content(sealedHeld, { id }, { kind: "shown-kinds", subject: "photo", kinds: ["photo"] }),
  "sealedHeld, fields": content(
    sealedHeld,
    { id },
    { kind: "shown-fields", subject: "f1", fields: [{ id: "f1", labels: { en: "Kafeel" }, hasLastDay: true }] },
  ),
  "sealedHeld, second number": content(
    sealedHeld,
    { id },
    { kind: "second-number", subject: "", number: heldNumber, before: { ...heldNumber, labels: {}, form: null } },
  ),
  "sealedHeld, settings": content(
    sealedHeld,
    { id },
    { kind: "safeguards", subject: "lookup-open", settings: safeguards, before: safeguards },
  ),
  "sealedHeld, own values": content(sealedHeld, { id }, { kind: "own-values", subject: "f1", label: "Kafeel" }),
  "sealedHeld, a mark": content(sealedHeld, { id }, { kind: "false-number", subject: "1f", ...mark }),
  "sealedHeld, mails": content(sealedHeld, { id }, { kind: "mail-server", subject: "", server: mailServer }),
  "sealedHeld, sign-in": content(
    sealedHeld,
    { id },
    { kind: "sign-in", subject: "", signIn: { providers: [provider], localAdmin: "p1" } },
  ),
  sealedMail: content(
    sealedMail,
    { id },
    {
      to: "r@example.org",
      senderName: "Agency",
      subject: "s",
      text: "t",
      stopLink: "https://agency.example/stop",
      isOfWatch: true,
      ofRecord: "r1",
    },
  ),
  sealedMailServer: content(sealedMailServer, { id: "settings" }, mailServer),
  sealedTried: content(sealedTried, { id }, { server: mailServer, code: "12345678" }),
  sealedSignIn: content(sealedSignIn, { id: "settings" }, { providers: [provider], localAdmin: "p1" }),
  sealedSettings: content(
    sealedSettings,
    { version: 1, changed_at: 1 },
    { ...defaultSettings("2026-11-28"), rowsAreBound: true },
    { isFlat: true },
  ),
  sealedOrganisation: content(
    sealedOrganisation,
    { id, registry: "main", added_at: 1 },
    { name: "Embassy", country: "Canada", reason: "visas", perDay: 100, lastDay: "2027-12-31", stoppedAt: 1 },
  ),
  sealedPhoto: content(sealedPhoto, { id, read_at: 1, has_image: 1 }, { image: "UklGRg==" }),
  sealedTold: content(
    sealedTold,
    { id, organisation_id: "o", candidate_id: "r" },
    { number: "A01234567", name: "RAHIM UDDIN", published: "2026-11-28", documents: ["visaPaper"] },
  ),
  sealedMessage: content(sealedMessage, { id }, { endings: ["567"] }),
  sealedWebhook: content(
    sealedWebhook,
    { id, organisation_id: null },
    { url: "https://agency.example/hook", secrets: [{ secret: "s", until: 1 }] },
  ),
  sealedFalseNumber: content(sealedFalseNumber, { id, registry: "main", marked_at: 1 }, storedMark),
  sealedReport: content(
    sealedReport,
    { id, reference: "R-7K3F-9Q2M", registry: "main", received_at: 1 },
    {
      kind: "mistake",
      about: "A01234567",
      message: "The name is wrong.",
      contact: "r@example.org",
      language: "bn",
      isFromHolder: true,
      answers: [{ text: "Thank you.", at: 1, by: "p1" }],
      outcome: "corrected",
    },
  ),
  sealedRequest: content(
    sealedRequest,
    { id },
    { number: "A01234567", name: "RAHIM", email: "r@example.org", language: "en", asked: "A-01234567" },
  ),
  sealedTotp: content(sealedTotp, { id }, { appKey: "key", recoveryCodes: ["code"] }),
  sealedHead: content(sealedHead, { id: "head" }, { seq: 1, hash: "00" }),
  sealedPrivateKey: content(
    sealedPrivateKey,
    {
      id,
      registry: "main",
      purpose: "log",
      public_jwk: "{}",
      made_at: 1,
      retired_at: null,
      revoked_at: null,
      revoked_after: null,
    },
    "private",
  ),
  sealedDraft: content(
    sealedDraft,
    { id },
    {
      particulars: {
        ...noParticulars,
        passportNumber: "A0",
        name: "RAHIM",
      },
      images: { photo: [image] },
      lastDays: { workPermit: "2027" },
      own: { f1: "half" },
      unsorted: [image],
      guesses: { [image]: "photo" },
      names: { [image]: "IMG_7.jpg" },
      failed: [{ kind: null, name: "IMG_8.jpg", problem: "too-large" }],
    },
  ),
  sealedPageDraft: content(sealedPageDraft, { id }, { fields: [["text", "half"]] }),
  sealedAboutFile: content(
    sealedAboutFile,
    { id },
    {
      name: "list.xlsx",
      sheets: [{ name: "Welders", range: [2, 9] }],
      unread: [{ name: "Notes", rowCount: 3 }],
      more: ["Trade"],
      left: [{ head: "Height", rows: 7 }],
    },
  ),
  sealedNewValue: content(sealedNewValue, { id, field: "own.f1" }, { value: "Kafeel of Doha" }),
  sealedRows: content(
    sealedRows,
    { id, part: 0 },
    [{ row: 2, cells: ["RAHIM", { day: "2027-03-31" }, { number: "7" }], sheet: "Welders" }],
    { shownRow: `${id} 0`, free: ["number"] },
  ),
  sealedUploadName: content(sealedUploadName, { import_id: id, seq: 1 }, "IMG_7.jpg", { shownRow: `${id} 1` }),
};
