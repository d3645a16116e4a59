import type { ErrorId, FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { noNumberColumnWords } from "#i18n/second-number.ts";
import { messageCount } from "#i18n/written.ts";

export type ProblemFacts = {
  /** The amount left to pay if the user typed more than that. Null if nothing is left. */
  left?: string | null;
  waitSeconds?: number;
  detail?: string;
  /** The name of the OpenID provider that was asked. */
  provider?: string;
};

type Words = (facts: ProblemFacts) => string;

/** A form's own texts for problems, where the usual texts do not fit. */
export type OwnProblemWords = Partial<Record<ErrorId, Words>>;

/** A form's own texts for problems of its fields, by field name. */
export type OwnFieldWords = Readonly<Record<string, Partial<Record<FieldProblem, Words>>>>;

export const problemWords = (problem: ErrorId, facts: ProblemFacts = {}, own: OwnProblemWords = {}): string =>
  (own[problem] ?? problems[problem])(facts);

export const fieldWords = (problem: FieldProblem, facts: ProblemFacts = {}, own: OwnFieldWords[string] = {}): string =>
  (own[problem] ?? fieldProblems[problem])(facts);

const problems = {
  invalid: m.field_unusable,
  "not-signed-in": m.upload_signed_out,
  "not-allowed": m.flash_refused,
  "second-step-needed": m.flash_refused,
  "prove-again": m.problem_prove_again,
  "person-must-approve": m.flash_refused,
  "unclear-address": m.problem_failed,
  "share-code-needed": m.problem_failed,
  "foreign-origin": m.problem_failed,
  "not-found": m.flash_gone,
  "wrong-method": m.problem_failed,
  "wrong-host": m.problem_failed,
  "duplicate-number": m.number_taken,
  "still-working": m.form_still_working,
  "search-incomplete": m.search_incomplete,
  "class-full": m.class_full_for_office,
  "class-closed": m.class_closed_for_office,
  "class-in-use": m.flash_class_in_use,
  "payment-void": m.class_payment_is_void,
  "last-admin": m.staff_last_admin,
  waits: m.held_waits,
  "asked-too-often": m.held_asked_too_often,
  "too-many-drafts": m.draft_full,
  "too-many-webhooks": m.webhooks_too_many,
  "too-many-providers": m.sign_in_too_many,
  "provider-unseen": m.sign_in_not_tried,
  "local-admin-needs-password": m.sign_in_own_password,
  "too-many-codes": m.share_too_many,
  "wrong-wallet-codes": m.holder_wallet_wrong_codes,
  "too-many-keys": m.api_keys_too_many,
  "not-confirmed": m.flash_staff_unconfirmed,
  "not-sent-again": m.changes_not_sent_again,
  "another-person": m.form_another_person,
  "needed-fields": m.approval_needs_fields,
  "revision-damaged": m.changes_damaged_first,
  stale: m.flash_stale,
  "version-needed": m.flash_stale,
  "key-reused": m.form_added_before,
  "wrong-card": m.holder_wrong_card,
  "wrong-pin": m.holder_wrong_pin,
  "page-frozen": m.holder_page_frozen,
  "holder-damaged": m.holder_link_damaged,
  "link-ended": m.problem_link_ended,
  "link-expired": m.problem_link_ended,
  "admin-must-look": m.problem_admin_must_look,
  "too-many-requests": waitWords,
  "unsupported-type": m.problem_failed,
  "no-such-format": m.problem_failed,
  internal: m.problem_failed,
  unavailable: m.problem_failed,
  moved: m.problem_moved,
  "not-ahead-of-time": m.problem_failed,
  "mail-not-delivered": m.problem_failed,
  "mail-given-up": m.problem_failed,
  "backup-failed": m.backups_place_failed,
  "backup-unusable": ({ detail = "" }) => m.setup_backup_unusable({ detail }),
  "site-not-empty": m.setup_not_empty,
  "not-alone": m.setup_not_alone,

  "empty-file": m.upload_empty,
  "file-too-large": m.upload_too_large,
  "too-large": m.upload_too_large,
  "too-many-files": m.upload_failed,
  "too-many-pixels": m.upload_too_many_pixels,
  "unsupported-file": m.upload_unsupported,
  "heic-file": m.upload_heic,
  "broken-file": m.upload_broken,
  "locked-pdf": m.upload_locked,
  "pdf-without-pages": m.upload_without_pages,
  "decoding-took-too-long": m.upload_cannot_open,
  "decoding-took-too-much": m.upload_cannot_open,
  "decoding-failed": m.upload_cannot_open,
  "too-many-rows": m.import_too_many_rows,
  "unreadable-table": m.import_unreadable,
  "locked-table": m.import_locked,
  "unsafe-archive": m.import_unsafe,
  "broken-archive": m.import_broken_zip,
  "locked-archive": m.import_locked_zip,
  "archive-too-large": m.import_zip_too_large,
  "no-name-column": m.desk_no_name_column,
  "list-too-long": m.desk_too_long,
  "desk-ended": m.problem_desk_ended,
  "desk-stopped": m.desk_stopped,
  "desk-used-up": m.desk_used_up,
  "no-number-column": noNumberColumnWords,

  "wrong-credentials": m.problem_wrong_credentials,
  unconfirmed: m.problem_unconfirmed,
  suspended: m.problem_suspended,
  "account-closed": m.problem_account_closed,
  busy: ({ waitSeconds = 5 }) => m.problem_busy(messageCount(waitSeconds)),
  "wrong-code": m.problem_wrong_code,
  "sign-in-ended": m.problem_sign_in_ended,
  "invitation-needed": m.problem_invitation_needed,
  "provider-denied": of(m.problem_provider_denied),
  "provider-failed": of(m.problem_provider_failed),
  "provider-unverified": of(m.problem_provider_unverified),
  "provider-not-linked": of(m.problem_provider_not_linked),
  "provider-taken": of(m.problem_provider_taken),
  "provider-wrong-key": of(m.problem_provider_wrong_key),
  "provider-wrong-site": of(m.problem_provider_wrong_site),
  "provider-organisation": of(m.problem_provider_organisation),
  "provider-no-role": of(m.problem_provider_no_role),
  "only-providers": m.problem_only_providers,
  "passkey-failed": m.problem_passkey_failed,
} satisfies Record<ErrorId, Words>;

const fieldProblems = {
  required: m.field_required,
  "not-text": m.field_not_text,
  "too-long": m.field_too_long,
  "unknown-choice": m.field_unusable,
  "not-a-form": m.field_unusable,
  "not-json": m.field_unusable,
  "not-an-object": m.field_unusable,
  "sent-twice": m.field_unusable,
  "of-program": m.own_label_of_program,
  "key-format": m.field_unusable,
  "etag-format": m.field_unusable,
  "amount-format": m.amount_format,
  "phone-format": m.phone_format,
  "whole-number": m.class_number_unusable,
  "date-format": m.class_day_unusable,
  "time-format": m.class_start_unusable,
  "day-to-come": m.date_not_yet,
  "day-passed": m.day_passed,
  "day-too-far": m.day_too_far,
  "start-past": m.class_start_past,
  "email-format": m.email_format,
  "logo-format": m.logo_format,
  "logo-svg": m.logo_svg,
  "logo-size": m.logo_size,
  "colour-format": m.colour_format,
  "colour-contrast": m.colour_contrast,
  "link-format": m.link_format,
  "witness-format": m.witness_format,
  "role-lines": m.sign_in_role_lines,
  "issuer-taken": m.sign_in_taken,
  "provider-away": m.sign_in_away,
  "provider-inside": m.sign_in_inside,
  "provider-other-issuer": m.sign_in_other_issuer,
  "feature-needed": m.feature_needed_here,
  "feature-in-use": m.feature_in_use,
  "register-format": m.register_format,
  "host-format": m.host_format,
  "time-zone": m.settings_time_zone_format,

  "number-format": m.number_format,
  "number-taken": m.number_taken,
  "numbers-kept": m.second_number_kept,
  "number-changed": m.import_number_changed,
  "digits-lost": m.import_digits_lost,
  "several-numbers": m.import_several_numbers,
  "number-short": m.import_number_short,
  "number-long": m.import_number_long,
  "number-letters": m.import_number_letters,
  "number-is-day": m.import_number_is_day,
  "number-repeated": m.import_number_repeated,
  "too-many-numbers": m.many_too_many,
  "day-from-number": m.import_day_from_number,
  "one-table-in-zip": m.import_one_table_in_zip,
  "document-there": m.import_document_there,
  "image-gone": m.upload_gone,
  "too-many-pages": m.upload_too_many_pages,
  "too-many-comments": m.comment_too_many,
  "foreign-image": m.field_unusable,

  "seats-taken": m.class_seats_taken,
  "account-of-staff": m.role_of_staff,
  "account-of-organisation": m.role_of_organisation,
  "no-student": m.class_no_student,
  "student-locked-out": m.class_student_locked_out,
  "more-than-left": ({ left }) => (left ? m.class_more_than_left({ left }) : m.class_nothing_left()),

  "plain-words": m.share_plain_words,

  "pin-format": m.holder_pin_format,
  "pin-easy": m.holder_pin_easy,
  "pin-differs": m.holder_pin_differs,

  "place-format": m.setup_place_format,
  "bucket-short": m.setup_bucket_short,
  "place-inside": m.sign_in_inside,
  "place-away": m.setup_place_away,
  "no-backup": m.setup_no_backup,
  "words-wrong": ({ detail = "" }) => (detail === "" ? m.setup_words_unknown() : m.setup_words_wrong({ detail })),
  "secret-other": m.setup_secret_other,

  "password-short": m.password_short,
  "password-short-common": m.password_short_common,
  "password-short-personal": m.password_short_personal,
  "password-long": m.password_long,
  "password-common": m.password_common,
  "password-personal": m.password_personal,
  "password-differs": m.password_differs,
} satisfies Record<FieldProblem, Words>;

/** True if this version of the site knows the problem. A response may come from another version. */
export const hasWords = (id: string): id is ErrorId => Object.hasOwn(problems, id);

/** Why it is unknown whether a form was saved. `to`: the page that fixes the cause, opened in another window. */
export type FailureReason =
  | { why: "no-connection" | "failed" | "too-large"; to?: never }
  | { why: "signed-out" | "unproved"; to: string };

export const failureWords = {
  "no-connection": m.failure_no_line,
  failed: m.failure_failed,
  "too-large": m.failure_too_large,
  "signed-out": m.failure_signed_out,
  unproved: m.failure_unproved,
} satisfies Record<FailureReason["why"], () => string>;

/** A text that names the provider. */
function of(words: (names: { provider: string }) => string): Words {
  return ({ provider = "OpenID" }) => words({ provider });
}

function waitWords({ waitSeconds = 60 }: ProblemFacts): string {
  const minutes = Math.ceil(waitSeconds / 60);
  return waitSeconds < 60
    ? m.problem_wait_seconds(messageCount(waitSeconds))
    : m.problem_wait_minutes(messageCount(minutes));
}
