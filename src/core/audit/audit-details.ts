import type { ClientInfo } from "../accounts/actor.ts";
import type { FactorChange } from "../accounts/account-mails.ts";
import type { KeyScope } from "../accounts/api-keys.ts";
import type { Departure } from "../accounts/departure.ts";
import type { HeldChange } from "../accounts/held-changes.ts";
import type { PaymentFacts } from "../classes/payment.ts";
import type { ClassFacts, TrainingClass } from "../classes/training-class.ts";
import type { OrganisationFacts } from "../desk/organisation.ts";
import type { StopReason } from "../desk/guessing.ts";
import type { HolderState } from "../holders/binding.ts";
import type { StoredPost } from "../posts/post.ts";
import type { Approval, CandidateRecord } from "../records/candidate-record.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import type { SecondDetails } from "../records/second-number.ts";
import type { MailServer } from "../settings/mail-server.ts";
import type { Safeguards } from "../settings/safeguards.ts";
import type { Settings } from "../settings/settings.ts";
import type { Provider } from "../settings/sign-in.ts";
import type { PageText } from "../texts/page-text.ts";
import type { AuditAction, ChangesOf, NothingElse } from "./audit-event.ts";

type Nothing = object;
type Named<Prefix extends string, Fields> = {
  [Name in keyof Fields & string as `${Prefix}.${Name}`]: Fields[Name];
};

/** Why an account was left, and what became of the pages that its person opened for others. */
export type Leave = { departure: Departure; frozenPages: number; sparedPages: number };
type Ended = { sessions: number; apiKeys: number };
export type OwnFactorChange = Exclude<FactorChange, "factors-reset" | "api-key-made" | "api-keys-ended">;
export type SignInWay = "password" | "second factor" | "passkey" | "provider";
type Factor = ClientInfo & { factor: OwnFactorChange; provider: string; apiKeys: number };
type Held = ClientInfo &
  SecondDetails &
  FalseNumberMark &
  Safeguards &
  Pick<Leave, "departure" | "sparedPages"> & {
    shownKinds: readonly DocumentKind[];
    shownFields: string;
    shownPapers: string;
    change: HeldChange["kind"];
    askedBy: string;
    email: string;
    role: string;
    provider: string;
    "mailServer.host": string;
  };
type Given = ClientInfo & {
  role: string;
  organisationId: string;
  suspended: boolean;
  invitedBy: string;
  /** The invitation is from before the first record. */
  isOfSetUp: boolean;
};
/** Of the number only its end: the values of an event outlast it. */
type FalseNumberMark = { numberEnding: string; reason: string; until: string };
type Webhook = { webhook: string };
type SigningKey = { signingKey: string };

/** A list of records that was taken: how it was filtered, and how many records it had. Never a number. */
type Taken = {
  search: string;
  status: Approval | "denied";
  hidden: boolean;
  addedBy: string;
  assignedTo: string;
  addedFrom: string;
  addedTo: string;
  missing: DocumentKind;
  endsFrom: string;
  endsTo: string;
  noticed: boolean;
  holder: HolderState;
  /** The ids of the own fields by which the list was filtered. */
  byOwnFields: string;
  records: number;
};

/** Fields of a provider are followed by its id. */
export type ProviderField = Exclude<keyof Provider, "id" | "changedAt">;

/** The parts of one of the operator's own fields, each of which is a field of its own. */
export const ownParts = [
  "labels",
  "hints",
  "type",
  "audience",
  "choices",
  "isNeeded",
  "isSearched",
  "isRemoved",
  "isEmptying",
  "emptied",
] as const;
export type OwnPart = (typeof ownParts)[number];

/** The parts of one of the operator's own papers. */
export const paperParts = [
  "labels",
  "audience",
  "onPages",
  "hasLastDay",
  "isForMany",
  "icon",
  "isSearched",
  "isRemoved",
  "isEmptying",
  "emptied",
] as const;
export type PaperPart = (typeof paperParts)[number];

/** Each text of a page is a field of its own, and of the logo there is only the hash. Secrets are never logged. */
export type SettingsDetails = Omit<
  Settings,
  "texts" | "logo" | "ownFields" | "ownPapers" | "kindsOff" | "secondNumber"
> &
  Named<"mailServer", MailServer> &
  SecondDetails & {
    logo: string;
    kindsOff: readonly DocumentKind[];
    rowsAreBound: boolean;
    "signIn.onlyProviders": boolean;
    "signIn.order": string;
    [text: `texts.${string}`]: PageText;
    "ownFields.order": string;
    [ofField: `ownFields.${string}.${OwnPart}`]: unknown;
    "ownPapers.order": string;
    [ofPaper: `ownPapers.${string}.${PaperPart}`]: unknown;
    [ofProvider: `signIn.${ProviderField} ${string}`]: string;
  };

/** What the details of each action may name, with the types of its old and new values. */
export type AuditContents = {
  "candidate-added": CandidateRecord;
  "candidate-updated": CandidateRecord;
  "candidate-hidden": CandidateRecord;
  "candidate-unhidden": CandidateRecord;
  "candidate-approved": CandidateRecord;
  "candidate-denied": CandidateRecord;
  "candidate-sent-back": CandidateRecord;
  "candidate-deleted": Nothing;
  "revision-changed": CandidateRecord;
  "revision-approved": CandidateRecord;
  "revision-sent-back": CandidateRecord;
  "revision-taken-back": CandidateRecord;
  "revision-discarded": CandidateRecord;
  "revision-lost": CandidateRecord;
  "record-assigned": { assignedTo: string };
  "record-kept": { keptUntil: string; keepReason: string };
  "comment-added": Nothing;
  "comment-deleted": Nothing;
  "holder-link-made": { reason: string };
  "holder-link-withdrawn": Nothing;
  "holder-link-refused": Nothing;
  "holder-bound": { near: "session" | "network" };
  "holder-frozen": { reason: string; departure: Departure };
  "holder-given-back": Nothing;
  "holder-ended": Nothing;
  "holder-witnessed": Nothing;
  "holder-passkey-added": Nothing;
  "holder-passkey-removed": Nothing;
  "holder-account-joined": Nothing;
  "holder-account-left": Nothing;
  "holder-credential-issued": Nothing;
  "document-kept-back": CandidateRecord;
  "document-given-back": CandidateRecord;
  "share-code-made": Nothing;
  "share-code-revoked": Nothing;
  "share-codes-revoked": Nothing;
  "numbers-checked": { shown: number; waiting: number; hidden: number; unknown: number; unchecked: number };
  "numbers-found-taken": { passportNumber: "number-taken"; irccNumber: "number-taken" };
  "list-checked": {
    organisation: string;
    purpose: string;
    numbers: number;
    misses: number;
    unchecked: number;
    stoppedFor: StopReason;
  };
  "cards-printed": { records: number };
  "records-exported": Taken;
  "record-exported": { files: number };
  "person-exported": { files: number };
  "audit-exported": { by: string; kind: string; from: string; to: string; about: string; events: number };
  "backup-exported": Nothing;
  "post-added": StoredPost;
  "post-edited": StoredPost;
  "post-deleted": Nothing;
  "class-added": ClassFacts;
  "class-edited": TrainingClass;
  "class-closed": TrainingClass;
  "class-reopened": TrainingClass;
  "class-deleted": Nothing;
  enrolled: { person: string; fee: number; currency: string };
  "enrolment-cancelled": { person: string };
  "payment-recorded": {
    person: string;
    receipt: string;
    currency: string;
    reference: string;
    amount: number;
    paidOn: string;
    method: PaymentFacts["method"];
  };
  "payment-voided": { receipt: string; reason: string };
  "report-received": Nothing;
  "report-answered": { answer: string };
  "report-closed": { closedAt: number; outcome: string };
  "number-marked": FalseNumberMark;
  "number-mark-ended": FalseNumberMark;
  "settings-changed": SettingsDetails;
  "keys-rotated": { keySet: string; records: number };
  "signing-key-rotated": SigningKey;
  "signing-key-revoked": SigningKey;
  "webhook-added": Webhook;
  "webhook-renewed": Webhook;
  "webhook-removed": Webhook;
  "organisation-added": OrganisationFacts;
  "organisation-changed": OrganisationFacts & { organisation: string };
  "organisation-let-go-on": { organisation: string; stoppedFor: StopReason };
  "staff-invited": ClientInfo & { email: string; role: string; organisation: string };
  "invitation-taken": Given;
  "invitation-withdrawn": ClientInfo & { email: string };
  "account-made": Given;
  "account-registered": ClientInfo;
  "registered-again": ClientInfo;
  "address-confirmed": ClientInfo;
  "staff-confirmed": ClientInfo & { confirmed: boolean };
  "role-changed": ClientInfo & Leave & { role: string; provider: string; apiKeys: number };
  "staff-suspended": ClientInfo & Leave & { suspended: boolean; apiKeys: number };
  "staff-restored": ClientInfo & { suspended: boolean };
  "staff-deleted": ClientInfo & Leave & { role: string };
  "change-held": Held;
  "change-agreed": Held;
  "change-refused": Held;
  "signed-in": ClientInfo & { way: SignInWay; provider: string };
  "sign-in-failed": ClientInfo & { way: SignInWay; problem: string };
  "signed-out": ClientInfo;
  "sessions-ended": ClientInfo & Ended;
  "proved-again": ClientInfo;
  "reset-asked-for": ClientInfo;
  "password-reset": ClientInfo;
  "password-changed": ClientInfo;
  "profile-changed": ClientInfo & { name: string; photoUrl: string };
  "provider-linked": Factor;
  "provider-removed": Factor;
  "factor-added": Factor;
  "factor-removed": Factor & { totp: number; passkeys: number };
  "factor-failed": ClientInfo;
  "recovery-codes-made": Factor;
  "api-key-made": ClientInfo & { name: string; scope: KeyScope; expiresAt: number };
  "api-key-revoked": ClientInfo & { name: string; apiKeys: number };
};

export type DetailsOf<Action extends AuditAction> = ChangesOf<AuditContents[Action]>;

/** What an action on an account says about it. */
export type AccountChange<Action extends AuditAction, Details = DetailsOf<Action>> = {
  action: Action;
  details?: NothingElse<Details, DetailsOf<Action>>;
};

/** The actions whose details are the fields of such a thing. */
export type ActionOn<Thing> = {
  [Action in AuditAction]: [Thing, AuditContents[Action]] extends [AuditContents[Action], Thing] ? Action : never;
}[AuditAction];

/** A field of the details of any action, or of any besides some. */
export type AuditField = FieldBesides<never>;
export type FieldBesides<Some extends AuditAction> = {
  [Action in Exclude<AuditAction, Some>]: keyof AuditContents[Action] & string;
}[Exclude<AuditAction, Some>];

/** An action on an account, or an attempt at one. Its details fit the action. */
export type AccountEvent = ClientInfo & {
  action: AuditAction;
  details?: object;
  /** Null if there is no such account: the typed address is not stored. */
  personId: string | null;
  /** True if the actor is known to be that person. False if somebody only claims to be. */
  isProven: boolean;
};
