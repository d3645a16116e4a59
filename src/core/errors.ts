/** The HTTP status, the message, and "report" if the operator is notified of the error. */
type Failure = readonly [status: number, message: string, report?: "report"];

const errorTable = {
  invalid: [400, "Some of what was sent cannot be used. See the fields."],
  "unclear-address": [400, "Programs could read this address in different ways. Write it without //, /../, ; and \\."],
  "empty-file": [400, "This file is empty. Take the photo again."],
  "not-signed-in": [401, "Sign in first."],
  "not-allowed": [403, "Your account may not do this."],
  "person-must-approve": [403, "Here two people look at every record, so a person approves it, and no key."],
  "second-step-needed": [
    403,
    "Your role needs a second step here. Set one up on your account page, or sign in again with the one that you have.",
  ],
  "prove-again": [403, "Show your second factor again, then repeat this."],
  "share-code-needed": [403, "This operator shows records only to people who have a share code from the holder."],
  "foreign-origin": [403, "This request came from another site."],
  "wrong-credentials": [401, "This email address and password do not belong together."],
  "wrong-code": [401, "This code is wrong, or it was used already."],
  "sign-in-ended": [401, "Too much time has passed since the password. Sign in again."],
  "passkey-failed": [401, "This passkey was not accepted."],
  unconfirmed: [403, "This address is not confirmed yet. Open the link in the mail first."],
  suspended: [403, "This account is suspended."],
  "account-closed": [
    403,
    "This account was changed in the database and not by this site, so it is closed. An admin can invite the person again.",
  ],
  "invitation-needed": [403, "Registering needs an invitation."],
  "provider-denied": [403, "The provider was not allowed to tell who you are."],
  "provider-unverified": [403, "The provider has not checked this address."],
  "provider-not-linked": [
    403,
    "The account with this address is not linked to the provider. Connect it on your account page.",
  ],
  "provider-taken": [403, "Another account is linked to this one at the provider."],
  "provider-organisation": [403, "The organisation of this account does not allow this site."],
  "provider-failed": [502, "The provider cannot be reached, or its answer cannot be used."],
  "provider-wrong-key": [502, "The provider does not know this site."],
  "provider-wrong-site": [502, "The provider takes no sign-ins from the address of this site."],
  "provider-no-role": [403, "The provider says nothing about what this account may do here."],
  "only-providers": [403, "Passwords and passkeys are off here. Sign in with your provider."],
  "not-found": [404, "This was not found."],
  "no-such-format": [406, "A status list is a JWT here (application/statuslist+jwt), and no CWT."],
  "wrong-method": [405, "This address does not accept that kind of request."],
  "wrong-host": [421, "This site does not have the name that was asked for. Use its own address."],
  "wrong-card": [404, "The code and the name do not match, or the card was used already or is too old."],
  "wrong-pin": [403, "This is not the PIN of this page."],
  "page-frozen": [403, "This page is frozen until the office has seen its holder."],
  "holder-damaged": [409, "What is stored about the holder is damaged. A new card replaces it."],
  "too-many-codes": [409, "You have as many codes as are allowed. End one first."],
  "wrong-wallet-codes": [429, "Five wrong codes were typed for offers of this page. Wait ten minutes."],
  "link-ended": [404, "This link was used already, or it is too old. Ask for a new one."],
  "duplicate-number": [409, "This number is already on record."],
  "still-working": [
    409,
    "The first request with this Idempotency-Key is still being worked on. Ask again in a moment.",
  ],
  "search-incomplete": [409, "Not all records are found by this field yet. Ask again in some minutes."],
  "class-full": [409, "This class is full."],
  "class-closed": [409, "This class accepts no more students."],
  "payment-void": [409, "This form was used, and its payment is void."],
  "class-in-use": [409, "Students have enrolled in this class, so it cannot be deleted. Close it instead."],
  "too-many-keys": [409, "You have as many keys as one account may have. Revoke one first."],
  "too-many-providers": [409, "There are as many sign-in providers as are allowed. Remove one first."],
  "provider-unseen": [409, "First sign in with a provider once, so that it is known to work."],
  "local-admin-needs-password": [409, "First set a password for your own account, which is the one that keeps it."],
  "too-many-drafts": [409, "As many unfinished forms are kept for you as one account may have. Throw one away first."],
  "too-many-webhooks": [409, "There are as many webhooks as are allowed. Remove one first."],
  "last-admin": [409, "The last admin has to stay. Make someone else admin first."],
  waits: [409, "This takes effect when a second admin agrees, or 24 hours after it was asked for."],
  "not-confirmed": [409, "This account is not confirmed yet. Confirm it first."],
  "not-sent-again": [409, "This was sent back. It can be approved once it was corrected and sent again."],
  "another-person": [409, "With another name and another number, this record is of another person. Add a new record."],
  "needed-fields": [409, "Fields that the operator needs are empty. Fill them in, then approve."],
  "revision-damaged": [
    409,
    "Changes of this record wait that cannot be read. An admin can throw them away on its page.",
    "report",
  ],
  stale: [412, "Someone changed this in the meantime. Load it again, then repeat your change."],
  "version-needed": [428, "Load the record first, and send its ETag as If-Match: only what you have seen is approved."],
  "too-large": [413, "That is more than this site accepts in one request."],
  "file-too-large": [413, "This file is larger than 15 MB. Take the photo with fewer pixels, or make the PDF smaller."],
  "too-many-files": [413, "Send at most 12 files at once."],
  "archive-too-large": [413, "A ZIP can have at most 5,000 files and 2 GB here, unpacked. Split it into parts."],
  "too-many-rows": [413, "A table can have at most 20,000 rows and 200 columns here. Split it into parts."],
  "too-many-pixels": [
    413,
    "This picture has more than 50 million pixels. Choose a smaller picture size in the camera, then take it again.",
  ],
  "unsupported-type": [415, "Send this as JSON, with the header Content-Type: application/json."],
  "unsupported-file": [415, "This is not a photo or PDF that can be read. Use JPEG, PNG, WebP or PDF."],
  "unreadable-table": [415, "This is not a table that can be read. Save it as XLSX or as CSV."],
  "heic-file": [415, "This is a HEIC photo, the kind that iPhones take. Save it as JPEG, then send that."],
  "key-reused": [422, "This Idempotency-Key was already used for another request. Use a new key for each new record."],
  "broken-file": [422, "This file is damaged or a part of it is missing. Send it again, or take the photo again."],
  "locked-pdf": [422, "This PDF is locked with a password. Save it without one, then send it again."],
  "locked-table": [
    422,
    "This workbook has a password or is in an old format (.xls). Save it as .xlsx without a password, then send it again.",
  ],
  "unsafe-archive": [422, "This file is packed in a way that could do harm. Pack it again in the usual way."],
  "broken-archive": [422, "This file is damaged, or it is not a ZIP. Pack the files again."],
  "locked-archive": [422, "This ZIP has a password. Pack the files again, without one."],
  "no-name-column": [422, "The site cannot tell which column holds the names. Call its heading Name."],
  "list-too-long": [413, "Check at most 10,000 numbers at once."],
  "desk-ended": [403, "The access of this organisation has ended. Ask the operator."],
  "desk-stopped": [
    409,
    "Too many numbers showed nothing, or too many other names were sent for numbers that were checked before. The operator must look at this before more are checked.",
  ],
  "desk-used-up": [429, "That is more numbers than your organisation may still check today."],
  "no-number-column": [422, "The site cannot tell which column holds passport or IRCC numbers. Say which one does."],
  "pdf-without-pages": [422, "This PDF has no pages, or nothing is on them. Save it again, then send it."],
  "decoding-took-too-long": [422, "Opening this file takes too long. Take a photo of the paper and send that."],
  "decoding-took-too-much": [422, "Opening this file takes too much memory. Take a photo of the paper and send that."],
  "decoding-failed": [422, "This file cannot be opened. Take a photo of the paper and send that.", "report"],
  "link-expired": [403, "This link has expired. Search again to see the image."],
  "admin-must-look": [
    429,
    "Too many of the numbers that you saved were taken. An admin must look at this before you save more.",
  ],
  "too-many-requests": [429, "Too many requests. Wait a little, then try again."],
  "asked-too-often": [
    429,
    "You have asked for this too often today. Speak with the other admins, then ask again tomorrow.",
  ],
  internal: [500, "Something went wrong on our side. Try again. If it keeps happening, tell the operator.", "report"],
  busy: [503, "Too much at once. Wait a little, then try again."],
  unavailable: [503, "The site cannot reach its records right now. Try again in a minute.", "report"],
  moved: [503, "What this site stores was moved to another place, and cannot be changed here any more.", "report"],
  "not-ahead-of-time": [503, "This is not loaded ahead of time. Open it yourself."],
  "mail-not-delivered": [503, "A mail could not be delivered. It is tried again later.", "report"],
  "mail-given-up": [503, "A mail could not be delivered while it was still useful, and was given up.", "report"],
  "backup-failed": [503, "A backup could not be made, or is damaged.", "report"],
  "backup-unusable": [409, "This backup cannot be restored."],
  "site-not-empty": [409, "This site has staff or records. A backup is restored only into an empty site."],
  "not-alone": [409, "Another process serves this site, too. Stop it, then restore."],
} as const satisfies Record<string, Failure>;

export type ErrorId = keyof typeof errorTable;

const failures: Readonly<Record<ErrorId, Failure>> = errorTable;

export const errorIds = Object.keys(errorTable) as [ErrorId, ...ErrorId[]];

/** What can be wrong with one field. Code uses the id; routes turn it into these words. */
export const fieldProblems = {
  required: "This field is required.",
  "number-format": "Use 4 to 20 letters and digits, and at least one digit.",
  "of-program": "The site itself says this of a record. Choose another name.",
  "number-changed":
    "A spreadsheet took this number for an amount and may have changed it. Set the column to text, and type the number again.",
  "digits-lost": "A spreadsheet cut digits off this number. Set the column to text, and type the number again.",
  "several-numbers": "This cell has a number and something else, such as a second number. Keep the number alone.",
  "number-short":
    "Shorter than the other passport numbers: a part may be missing. If it is right, add this record by hand.",
  "number-long":
    "Longer than the other passport numbers: perhaps a telephone number or an identity card. If it is right, add this record by hand.",
  "number-letters":
    "Its letters are in other places than in the other passport numbers: perhaps O for 0 or l for 1. If it is right, add this record by hand.",
  "number-is-day": "This is a date and no passport number.",
  "number-repeated": "An earlier row of the file has this number.",
  "too-long": "This text is too long.",
  "not-text": "This must be plain text.",
  "unknown-choice": "This is not one of the choices.",
  "date-format": "Use a date such as 2026-03-31.",
  "too-many-numbers": "Check at most 500 numbers at once.",
  "time-format": "Use a date and time such as 2026-03-31T18:30.",
  "amount-format": "Use a number such as 1200 or 12.5.",
  "phone-format": "Use a telephone number such as +880 1712 345678.",
  "whole-number": "Use a whole number that is neither too small nor too large.",
  "seats-taken": "More students than that are enrolled.",
  "day-to-come": "This day is in the future.",
  "day-passed": "Choose a day after today.",
  "day-too-far": "Choose a day within a year.",
  "start-past": "This start is in the past.",
  "more-than-left": "That is more than is left to pay.",
  "account-of-staff": "This address belongs to an account of staff.",
  "account-of-organisation": "This address belongs to an account of an organisation.",
  "no-student": "There is no student account with this address.",
  "student-locked-out": "This account is not confirmed yet, or it is suspended.",
  "number-taken": "This number is already on record.",
  "numbers-kept": "Records have numbers that would be spelt in another way, and not be found. Nothing was changed.",
  "not-a-form": "Send the files as a multipart form, each in a field named image.",
  "too-many-pages": "A document has at most 10 pages, and the photo is one picture.",
  "too-many-comments": "You have 50 comments on this record. Delete one, then write the next.",
  "day-from-number": "A number of five digits is read as the day for which spreadsheets store it. Check the day.",
  "one-table-in-zip":
    "A ZIP needs one table (XLSX, ODS or CSV) outside its folders. Otherwise send the table by itself.",
  "document-there": "The record has this document already. Change it on the page of the record.",
  "image-gone": "This image is no longer here. Send the file again.",
  "logo-format": "Use a JPEG, PNG or WebP file.",
  "logo-svg": "An SVG file may hold scripts. Save the logo as a PNG file.",
  "logo-size": "This file is larger than 5 MB.",
  "colour-format": "Use six digits and letters such as #0b6bbf.",
  "colour-contrast": "This colour is hard to see on a dark or a light page.",
  "email-format": "Use an address such as name@example.com.",
  "link-format": "Use a link that starts with https://.",
  "time-zone": "Use the name of a time zone, such as Asia/Dhaka.",
  "role-lines": "Write a value, = and admin, moderator or student on each line.",
  "issuer-taken": "This provider is in the list already.",
  "provider-away": "No OpenID provider answers at this address.",
  "provider-inside": "This address is not on the open internet.",
  "provider-other-issuer": "The provider at this address gives another address as its own.",
  "witness-format":
    "Write a verifier key and an https address on each line, eight lines at most, each with a name of its own.",
  "feature-needed": "This needs another feature, which is off.",
  "feature-in-use": "Another setting needs this feature.",
  "register-format": "Write the thumbprint of a key, an https address and a name on each line, eight lines at most.",
  "host-format": "Use a name such as mail.example.com.",
  "not-json": "This is not JSON that can be read.",
  "not-an-object": "Send one JSON object.",
  "sent-twice": "This is here more than once. Send it once.",
  "foreign-image": "Upload the image to this site first, then send the address you get back.",
  "key-format": "Use 1 to 255 letters, digits and signs, without spaces.",
  "etag-format": "Use an ETag exactly as you received it, with its quotes, or *.",
  "plain-words": "Use letters, digits and spaces: no links and no signs.",
  "pin-format": "Use six digits.",
  "pin-easy": "This PIN is easy to guess. Choose other digits.",
  "pin-differs": "The two PINs differ.",
  "place-format": "Use a folder such as /mnt/backups/attestry, or s3://KEY:SECRET@host/bucket.",
  "bucket-short": "The name of a bucket has at least three characters.",
  "place-inside": "This address is not on the open internet.",
  "place-away": "This place cannot be read. Check the address, the bucket and the key.",
  "no-backup": "There is no backup at this place, or this site may not read it.",
  "words-wrong": "These are not the words of a card. Compare them with the paper.",
  "secret-other": "This backup was made with another secret.",
  "password-short": "Use at least 12 characters.",
  "password-short-common": "Use at least 12 characters, and not a password that many people use.",
  "password-short-personal": "Use at least 12 characters, and more than your name or email, which others know.",
  "password-long": "Use at most 128 characters.",
  "password-common": "Many people use this password, so it is guessed first. Choose another one.",
  "password-personal": "This is made of your name or email, which others know. Choose another one.",
  "password-differs": "The two passwords differ.",
} as const satisfies Record<string, string>;

export type FieldProblem = keyof typeof fieldProblems;
export const isFieldProblem = (text: string): text is FieldProblem => Object.hasOwn(fieldProblems, text);
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

type Extras = {
  fields?: FieldProblems;
  /** The record that already has the number. Only set if the caller may know of that record. */
  record?: { id: string; name: string };
  waitSeconds?: number;
  /** When a held change takes effect without a second admin. */
  until?: number;
  /** The largest amount that may still be paid. */
  left?: { amount: number; currency: string };
  /** A proof of work, as JSON. With its solution, the same request is taken, or goes before others. */
  challenge?: string;
  /** Sent with the same request after `waitSeconds`, it replaces the proof of work. */
  waitTicket?: string;
  /** What exactly is wrong: words that were typed, or a sentence for the operator. */
  detail?: string | undefined;
  /** Says more than the usual sentence of the error. */
  sentence?: string;
  /** The site can be read, but saves nothing: its disk is full, or it can only be read. */
  savesNothing?: boolean;
  /** What is unavailable, if that is one of these. */
  away?: Away | undefined;
  cause?: unknown;
};

/** `files` is a store of documents or of backups. */
export type Away = "database" | "files";

const nothingSaved = "Nothing can be saved right now, but everything can be read. Try again in a few minutes.";

export class PortalError extends Error {
  override readonly name = "PortalError";
  readonly id: ErrorId;
  readonly fields: FieldProblems | undefined;
  readonly record: { id: string; name: string } | undefined;
  readonly waitSeconds: number | undefined;
  readonly until: number | undefined;
  readonly left: { amount: number; currency: string } | undefined;
  readonly challenge: string | undefined;
  readonly waitTicket: string | undefined;
  readonly detail: string | undefined;
  readonly savesNothing: boolean;
  readonly away: Away | undefined;

  constructor(id: ErrorId, { fields, record, savesNothing, cause, ...extras }: Extras = {}) {
    const owner = record ? ` It belongs to the record of ${record.name}.` : "";
    super(extras.sentence ?? (savesNothing ? nothingSaved : failures[id][1] + owner), { cause });
    this.id = id;
    this.fields = fields;
    this.record = record;
    this.waitSeconds = extras.waitSeconds;
    this.until = extras.until;
    this.left = extras.left;
    this.challenge = extras.challenge;
    this.waitTicket = extras.waitTicket;
    this.detail = extras.detail;
    this.savesNothing = savesNothing ?? false;
    this.away = extras.away;
  }

  get status(): number {
    return failures[this.id][0];
  }

  get report(): boolean {
    return failures[this.id][2] === "report";
  }
}

/**
 * Checks the name instead of the class, because the web bundle and the server may each load their own copy of this module.
 */
export function isPortalError(error: unknown): error is PortalError {
  return error instanceof Error && error.name === "PortalError" && "id" in error;
}

/** True if the site itself fails, for a reason outside of the program: the same may succeed later. */
export const isUnavailable = (error: unknown): error is PortalError =>
  isPortalError(error) && (error.id === "unavailable" || error.id === "moved");

/** Thrown when the program must not start. The message is one sentence that tells the operator what to do. */
export class StartRefused extends Error {
  override readonly name: string = "StartRefused";
}

/**
 * Adds the id of the affected row to an error, for the log. Never pass a value that a user asked for: it might be a number.
 */
export function withRowId(error: unknown, id: string): unknown {
  return error instanceof Error ? Object.assign(error, { row: id }) : error;
}

/** Throws the first of these errors, if there is one, and reports the others. */
export function throwFirst(errors: Iterable<unknown>, report: (error: unknown) => void): void {
  const [first, ...others] = [...errors].map((error) => ({ error }));
  for (const { error } of others) report(error);
  if (first) throw first.error;
}

/** Returns the code of a Node error, such as "ENOENT". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * Returns the name and code of an error for the log. Leaves out the message of a foreign error: it may quote user input.
 */
export function failureName(error: unknown): string {
  const innermost = causeOf(error);
  if (!(innermost instanceof Error)) return typeof innermost;
  const code = "code" in innermost ? ` ${String(innermost.code)}` : "";
  return `${innermost.name}${code}${"errcode" in innermost ? ` ${String(innermost.errcode)}` : ""}`;
}

/** The error that an error of ours was made of. An error without a cause is its own. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;

/** Runs `work`. Failures for which `isOutage` returns true become an `unavailable` error. */
export async function mapOutageToUnavailable<Result>(
  work: () => Promise<Result>,
  isOutage: (cause: unknown) => boolean = () => true,
  away?: Away,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isOutage(cause)) throw unavailable(cause, away);
    throw cause;
  }
}

export const unavailable = (cause: unknown, away?: Away): PortalError =>
  new PortalError("unavailable", { cause, savesNothing: isOfWrites(cause), away });

/** `place` is where these are now, without user and password. */
export const movedTo = (what: "records" | "documents", place: string, cause?: unknown): PortalError =>
  new PortalError("moved", {
    sentence: `The ${what} were moved to ${place}, and cannot be changed here any more. Set ${what === "records" ? "DATABASE_URL" : "BLOB_URL"} to that address, and start every process again.`,
    savesNothing: what === "records",
    cause,
  });

/** Refuses a request although nothing is away. The log quotes the reason. */
export const refusedFor = (reason: "lack of room" | "the end of the process"): PortalError =>
  new PortalError("unavailable", { cause: new Refused(reason) });

class Refused extends Error {
  constructor(reason: string) {
    super();
    this.name = `refused for ${reason}`;
  }
}

/** Codes of Node and of PostgreSQL for a disk that is full or can only be read. */
const ofWrites = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "53100", "25006"]);

const isOfWrites = (cause: unknown) => ofWrites.has(codeOf(cause) ?? "");
