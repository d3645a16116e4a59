import { expect, test } from "vitest";
import type { TotpSecrets } from "#auth/factors/sealed-totp.ts";
import type { HeldChange } from "#core/accounts/held-changes.ts";
import type { StatementContent } from "#core/proofs/statement.ts";
import type {
  DocumentPage,
  Edit,
  EditsInRecord,
  RecordDetails,
  revisionDetails,
} from "#core/records/record-details.ts";
import type { Decoded } from "#core/stored/decoders.ts";
import type { DraftContent } from "#core/records/draft.ts";
import type { MailServer } from "#core/settings/mail-server.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Provider, SignIn } from "#core/settings/sign-in.ts";
import type { SealedPart as PaymentPart } from "#operations/classes/receipts.ts";
import type { Content as OrganisationContent } from "#operations/desk/organisations.ts";
import type { Told } from "#operations/desk/tell-organisations.ts";
import type { SealedDay } from "#operations/records/holder-looks.ts";
import type { HolderFlag, HolderMail, SealedHolder, SealedLink } from "#operations/sealed/sealed-holder.ts";
import type { SealedShare } from "#operations/holders/share-codes.ts";
import type { ImageFacts } from "#operations/images/stored-image.ts";
import type { Watch } from "#operations/watches/sealed-watch.ts";
import type { WebhookContent } from "#operations/webhooks/manage-webhooks.ts";
import type { ReportHandling, StoredReport } from "#core/reports/report.ts";
import { migrations } from "#storage/database/migrations/steps.ts";

/** What is sealed as JSON, and the objects inside it. An older program writes it again without the fields that it does not know. */
type Parts = {
  record: RecordDetails;
  edits: EditsInRecord;
  edit: Edit;
  revision: Decoded<typeof revisionDetails>;
  page: DocumentPage;
  image: ImageFacts;
  draft: DraftContent;
  holder: SealedHolder;
  holderMail: HolderMail;
  holderFlag: HolderFlag;
  holderLink: SealedLink;
  looks: SealedDay;
  share: SealedShare;
  statement: StatementContent;
  settings: Settings;
  operator: Settings["operator"];
  backups: Settings["backups"];
  log: Settings["log"];
  retention: Settings["retention"];
  signIn: SignIn;
  provider: Provider;
  mailServer: MailServer;
  heldChange: HeldChange;
  organisation: OrganisationContent;
  told: Told;
  watch: Watch;
  webhook: WebhookContent;
  report: StoredReport & ReportHandling;
  payment: PaymentPart;
  totp: TotpSecrets;
};

/** The fields of each part, by the step after which they are written. Those of a released step never change. */
const fields = {
  "1.0": {
    record: "address documents fatherName irccNumber keptBack lastDays motherName passportNumber returnReason staff",
    page: "height image placeholder width",
    image: "downloadOf format pageSha256 pages perceptualHash sha256 size use",
    draft: "failed guesses images lastDays particulars unsorted",
    holder: "flag frozenAt mail passkey pin refusedAt refusesNotices walletAt",
    holderMail: "address askedAt isConfirmed language mark tellsLooks",
    holderFlag: "near people",
    holderLink: "madeBy needsWitness reason witnessedBy",
    looks: "looks seen",
    share: "kinds whom words",
    statement: "claims documents ends format issued issuer kid list operator place published seed seen",
    settings:
      "accent backups checklistIsPutAway dateIsSet dateValue defaultNationality fourEyes holdersMayHoldBack irccNumberIsOptional languages log logo lookupPolicy menus officialPlaces operator registration retention secondFactor shownKinds statementDays texts",
    operator: "about aboutBangla address email licence licenceBangla licenceRegister name page phone",
    backups: "days hour isOn months weeks",
    log: "mailTo registers witnesses",
    retention: "months noticeDays since",
    signIn: "localAdmin providers",
    provider: "changedAt changedBy claim clientId clientSecret id issuer name roles scopes",
    mailServer: "encryption from host password port user",
    heldChange: "kind provider role server signIn subject",
    organisation: "country lastDay name perDay reason stoppedAt",
    told: "documents name number published",
    watch: "email language name number",
    webhook: "secrets url",
    report: "about answers contact isFromHolder kind language message outcome",
    payment: "ground paidBy reference",
    totp: "appKey recoveryCodes",
  },
  "1.1": {
    record: "edited revision",
    edits: "before edits",
    edit: "at by changes",
    draft: "names",
    revision: "edits reason",
    settings: "features leftRevisions timeZone",
    heldChange: "kinds spared why",
  },
} as const;

type KeyOf<Part> = Part extends unknown ? keyof Part : never;
type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
type Listed<Part> = {
  [Step in keyof typeof fields]: Part extends keyof (typeof fields)[Step] ? Words<(typeof fields)[Step][Part]> : never;
}[keyof typeof fields];
type Unlisted = { [Part in keyof Parts]: `${Part}.${Exclude<KeyOf<Parts[Part]>, Listed<Part>>}` }[keyof Parts];

/** A new field makes this line a type error that names it. List it above, under the name of its step. */
const everyFieldIsListed: [Unlisted] extends [never] ? true : Unlisted = true;

test("a field that a sealed part gains comes with a step that stops older programs, which would drop it", () => {
  expect(everyFieldIsListed).toBe(true);
  const isAdditive = Object.fromEntries(migrations.map((step) => [step.name, step.isAdditive === true]));
  expect(Object.keys(fields).map((step) => [step, isAdditive[step]])).toEqual(
    Object.keys(fields).map((step) => [step, false]),
  );
});
