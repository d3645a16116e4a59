import type { KeyScope } from "#core/accounts/api-keys.ts";
import type { Departure } from "#core/accounts/departure.ts";
import type {
  ActionOn,
  AuditContents,
  AuditField,
  FieldBesides,
  OwnFactorChange,
  ProviderField,
  SettingsDetails,
  SignInWay,
} from "#core/audit/audit-details.ts";
import type { StopReason } from "#core/desk/guessing.ts";
import type { HolderState } from "#core/holders/binding.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { SecondDetails } from "#core/records/second-number.ts";
import type { MailServer } from "#core/settings/mail-server.ts";
import type { Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import { secondTitle } from "#i18n/second-number.ts";
import type { BoxName } from "#i18n/setting-words.ts";

type Words = () => string;

/** Fields that are left out: the event itself or another field already shows them. */
const unsaid = [
  "id",
  "version",
  "addedAt",
  "addedBy",
  "changedAt",
  "changedBy",
  // Whoever did it is shown with who gave them their role.
  "invitedBy",
  "dateIsSet",
  "rowsAreBound",
  "taken",
  "organisationId",
  "mailServer.password",
  "signIn.clientSecret",
  "signIn.changedBy",
] as const satisfies (AuditField | NamedOfProvider)[];

/** The fields of a provider are named without its id. */
type NamedOfProvider = `signIn.${ProviderField}`;
type OfSettings = Exclude<
  keyof SettingsDetails,
  keyof SecondDetails | `texts.${string}` | `ownFields.${string}` | `ownPapers.${string}` | `signIn.${string} ${string}`
>;
type Labelled = Exclude<
  FieldBesides<"settings-changed" | ActionOn<CandidateRecord>> | OfSettings | NamedOfProvider,
  (typeof unsaid)[number] | keyof SecondDetails | keyof Settings | BoxName
>;

export const isUnsaid = (field: string): boolean => unsaid.some((one) => one === field);

/** The name of each field that neither a record nor the settings have. */
const labels = {
  clientAddress: m.audit_field_address,
  browser: m.audit_field_browser,
  way: m.audit_field_way,
  problem: m.audit_field_problem,
  role: m.audit_field_role,
  name: m.name,
  email: m.email,
  photoUrl: m.photo_url,
  confirmed: m.audit_field_confirmed,
  suspended: m.audit_field_suspended,
  isOfSetUp: m.audit_field_set_up,
  departure: m.audit_field_departure,
  frozenPages: m.audit_field_frozen_pages,
  sparedPages: m.audit_field_spared_pages,
  change: m.audit_field_change,
  askedBy: m.audit_field_asked_by,
  sessions: m.audit_field_sessions,
  apiKeys: m.api_keys_title,
  factor: m.audit_field_factor,
  provider: m.audit_field_provider,
  totp: m.staff_second_step_codes,
  passkeys: m.passkeys,
  scope: m.api_keys_scope,
  expiresAt: m.audit_field_ends,

  assignedTo: m.assigned_to,
  keptUntil: m.retention_until,
  keepReason: m.retention_reason,
  reason: m.audit_field_reason,
  near: m.audit_field_near,
  files: m.audit_field_files,
  records: m.bulk_records,
  events: m.audit_field_events,
  passportNumber: m.passport_number,
  irccNumber: secondTitle,
  shown: m.state_shown,
  waiting: m.state_waiting,
  hidden: m.state_hidden,
  unknown: m.state_unknown,
  organisation: m.organisation_name,
  country: m.organisation_country,
  purpose: m.desk_purpose,
  perDay: m.organisation_per_day,
  lastDay: m.organisation_last_day,
  numbers: m.audit_field_numbers,
  misses: m.audit_field_misses,
  unchecked: m.audit_field_unchecked,
  stoppedFor: m.audit_field_stopped_for,
  search: m.search,
  status: m.state,
  addedFrom: m.filter_added_from,
  addedTo: m.filter_added_to,
  missing: m.filter_missing,
  endsFrom: m.audit_field_ends_from,
  endsTo: m.audit_field_ends_to,
  noticed: m.filter_leaving,
  holder: m.filter_holder,
  byOwnFields: m.own_filter_fields,
  by: m.audit_who,
  kind: m.audit_what,
  from: m.audit_from,
  to: m.audit_to,
  about: m.audit_about,

  title: m.post_title,
  text: m.post_text,
  banglaTitle: m.post_bangla_title,
  banglaText: m.post_bangla_text,
  images: m.audit_field_images,
  place: m.class_place,
  startsAt: m.class_start,
  seats: m.class_seats,
  fee: m.class_fee,
  currency: m.class_currency,
  closedAt: m.audit_field_closed,
  person: m.class_student,
  receipt: m.class_receipt,
  amount: m.class_amount,
  paidOn: m.class_paid_on,
  method: m.class_method,
  reference: m.class_reference,
  answer: m.reports_answer,
  outcome: m.reports_outcome,
  numberEnding: m.audit_field_number_ending,
  until: m.audit_field_ends,

  keySet: m.audit_field_key_set,
  signingKey: m.audit_field_signing_key,
  webhook: m.webhooks_title,
  "mailServer.host": m.mail_server_host,
  "mailServer.port": m.mail_server_port,
  "mailServer.encryption": m.mail_server_encryption,
  shownFields: m.own_fields_shown,
  shownPapers: m.own_papers_shown,
  "mailServer.user": m.mail_server_user,
  "mailServer.from": m.mail_server_from,
  "signIn.onlyProviders": m.sign_in_only_yes,
  "signIn.order": m.audit_field_provider,
  "signIn.name": m.sign_in_name,
  "signIn.issuer": m.sign_in_issuer,
  "signIn.clientId": m.sign_in_client,
  "signIn.scopes": m.sign_in_scopes,
  "signIn.claim": m.sign_in_claim,
  "signIn.roles": m.sign_in_roles,
} as const satisfies Record<Labelled, Words>;

const isLabelled = (field: string): field is keyof typeof labels => Object.hasOwn(labels, field);

export const labelOfField = (field: string): string | null => (isLabelled(field) ? labels[field]() : null);

/** Fields with few values. Each value has words. */
type Chosen = {
  departure: Departure;
  way: SignInWay;
  factor: OwnFactorChange;
  scope: KeyScope;
  status: AuditContents["records-exported"]["status"];
  holder: HolderState;
  stoppedFor: StopReason;
  near: AuditContents["holder-bound"]["near"];
  "mailServer.encryption": MailServer["encryption"];
};
/** Fields with any value, of which one has words. */
type OneValue = {
  passportNumber: "number-taken";
  irccNumber: "number-taken";
  search: "number";
  assignedTo: "me";
  addedBy: "me";
};

/** The words of values. What is not here is shown as it is. */
const choices = {
  departure: { left: m.audit_departure_left, suspected: m.audit_departure_suspected },
  way: {
    password: m.password,
    "second factor": m.audit_way_second,
    passkey: m.audit_way_passkey,
    provider: m.audit_field_provider,
  },
  factor: {
    "totp-added": m.audit_factor_totp,
    "codes-added": m.audit_recovery_codes_made,
    "totp-removed": m.audit_factor_totp,
    "passkey-added": m.audit_way_passkey,
    "passkey-removed": m.audit_way_passkey,
    "recovery-codes-made": m.audit_recovery_codes_made,
    "provider-connected": m.audit_provider_linked,
    "provider-removed": m.audit_provider_removed,
  },
  scope: { "look-up": m.api_keys_look_up, read: m.api_keys_read, write: m.api_keys_write },
  passportNumber: { "number-taken": m.number_taken },
  irccNumber: { "number-taken": m.number_taken },
  search: { number: m.audit_search_number },
  assignedTo: { me: m.audit_to_themselves },
  addedBy: { me: m.audit_to_themselves },
  status: {
    approved: m.state_shown,
    waiting: m.state_waiting,
    returned: m.state_returned,
    denied: m.state_waiting,
  },
  holder: { none: m.filter_holder_none, offered: m.filter_holder_offered, bound: m.filter_holder_bound },
  stoppedFor: { misses: m.audit_stopped_misses, "other-names": m.audit_stopped_names },
  near: { session: m.audit_near_session, network: m.audit_near_network },
  "mailServer.encryption": { starttls: m.mail_server_starttls, tls: m.mail_server_tls },
} as const satisfies { [Field in keyof (Chosen & OneValue)]: Record<(Chosen & OneValue)[Field], Words> };

const isChoice = (name: string): name is keyof typeof choices => Object.hasOwn(choices, name);

/** Another version of the program may have stored another value. */
const wordsIn = (words: Readonly<Record<string, Words>>, value: string) =>
  Object.hasOwn(words, value) ? words[value]?.() : undefined;

/** Undefined for a value without words. */
export const choiceOfField = (field: string, value: string): string | undefined =>
  isChoice(field) ? wordsIn(choices[field], value) : undefined;
