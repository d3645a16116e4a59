/** Every known failure: its HTTP status, whether it is reported to the operator, and its message. */
const errorTable = {
  invalid: { status: 400, report: false, message: "Some of what was sent cannot be used. See the fields." },
  "empty-file": { status: 400, report: false, message: "This file is empty. Take the photo again." },
  "not-signed-in": { status: 401, report: false, message: "Sign in first." },
  "not-allowed": { status: 403, report: false, message: "Your account may not do this." },
  "prove-again": {
    status: 403,
    report: false,
    message: "Show your second factor again, then repeat this.",
  },
  "foreign-origin": { status: 403, report: false, message: "This request came from another site." },
  "not-found": { status: 404, report: false, message: "There is nothing here under that name." },
  "wrong-method": { status: 405, report: false, message: "This address does not take that kind of request." },
  "link-ended": {
    status: 404,
    report: false,
    message: "This link was used already, or it is too old. Ask for a new one.",
  },
  "duplicate-number": { status: 409, report: false, message: "This number is already on record." },
  "still-working": {
    status: 409,
    report: false,
    message: "The first request with this Idempotency-Key is still being worked on. Ask again in a moment.",
  },
  "class-full": { status: 409, report: false, message: "This class is full." },
  "class-closed": { status: 409, report: false, message: "This class takes no more students." },
  "payment-void": { status: 409, report: false, message: "This form was used, and its payment is void." },
  "class-in-use": {
    status: 409,
    report: false,
    message: "Students have enrolled in this class, so it cannot be deleted. Close it instead.",
  },
  "last-admin": { status: 409, report: false, message: "The last admin has to stay. Make someone else admin first." },
  "not-confirmed": {
    status: 409,
    report: false,
    message: "This account is not confirmed yet. Confirm it first.",
  },
  stale: {
    status: 412,
    report: false,
    message: "Someone changed this in the meantime. Load it again, then repeat your change.",
  },
  "too-large": { status: 413, report: false, message: "That is more than this site accepts in one request." },
  "file-too-large": {
    status: 413,
    report: false,
    message: "This file is larger than 15 MB. Take the photo with fewer pixels, or save the PDF smaller.",
  },
  "too-many-files": { status: 413, report: false, message: "Send at most 12 files at once." },
  "too-many-pixels": {
    status: 413,
    report: false,
    message:
      "This picture has more than 50 million pixels. Choose a smaller picture size in the camera, then take it again.",
  },
  "unsupported-type": {
    status: 415,
    report: false,
    message: "Send this as JSON, with the header Content-Type: application/json.",
  },
  "unsupported-file": {
    status: 415,
    report: false,
    message: "This is not a photo or PDF that can be read. Use JPEG, PNG, WebP or PDF.",
  },
  "key-reused": {
    status: 422,
    report: false,
    message: "This Idempotency-Key came with another request before. Take a fresh key for each new record.",
  },
  "broken-file": {
    status: 422,
    report: false,
    message: "This file is damaged or a part of it is missing. Send it again, or take the photo again.",
  },
  "locked-pdf": {
    status: 422,
    report: false,
    message: "This PDF is locked with a password. Save it without one, then send it again.",
  },
  "pdf-without-pages": { status: 422, report: false, message: "This PDF has no pages. Save it again, then send it." },
  "decoding-took-too-long": {
    status: 422,
    report: false,
    message: "Opening this file takes too long. Take a photo of the paper and send that.",
  },
  "decoding-took-too-much": {
    status: 422,
    report: false,
    message: "Opening this file takes too much memory. Take a photo of the paper and send that.",
  },
  "decoding-failed": {
    status: 422,
    report: true,
    message: "This file cannot be opened. Take a photo of the paper and send that.",
  },
  "link-expired": { status: 403, report: false, message: "This link has ended. Search again to see the image." },
  "too-many-requests": { status: 429, report: false, message: "Too many requests. Wait a little, then try again." },
  internal: {
    status: 500,
    report: true,
    message: "Something went wrong on our side. Try again; if it stays, tell the operator.",
  },
  unavailable: {
    status: 503,
    report: true,
    message: "The site cannot reach its records right now. Try again in a minute.",
  },
  "mail-not-delivered": {
    status: 503,
    report: true,
    message: "A mail could not be delivered. It is tried again later.",
  },
  "mail-given-up": {
    status: 503,
    report: true,
    message: "A mail could not be delivered while it was of use, and was given up.",
  },
} as const satisfies Record<string, { status: number; report: boolean; message: string }>;

export type ErrorId = keyof typeof errorTable;

export const errorIds = Object.keys(errorTable) as [ErrorId, ...ErrorId[]];

/** What can be wrong with one field; routes turn the id into words. */
export const fieldProblems = {
  required: "This field is required.",
  "number-format": "Use 4 to 20 letters and digits.",
  "too-long": "This text is too long.",
  "not-text": "This must be plain text.",
  "unknown-choice": "This is not one of the choices.",
  "date-format": "Use a date such as 2026-03-31.",
  "too-many-numbers": "Check at most 500 numbers at once.",
  "time-format": "Use a date and time such as 2026-03-31T18:30.",
  "whole-number": "Use a whole number that is neither too small nor too large.",
  "seats-taken": "More students than that are enrolled.",
  "day-to-come": "This day is still to come.",
  "start-past": "This start is in the past.",
  "more-than-left": "That is more than is left to pay.",
  "no-student": "There is no student account with this address.",
  "student-locked-out": "This account is not confirmed yet, or it is suspended.",
  "number-taken": "This number is already on record.",
  "not-a-form": "Send the files as a multipart form, each in a field named image.",
  "image-gone": "This image is no longer here. Send the file again.",
  "email-format": "Use an address such as name@example.com.",
  "link-format": "Use a link that starts with https://.",
  "not-json": "This is not JSON that can be read.",
  "not-an-object": "Send one JSON object.",
  "sent-twice": "This is here more than once. Send it once.",
  "foreign-image": "Upload the image to this site first, then send the address that it answers.",
  "key-format": "Use 1 to 255 letters, digits and signs, without spaces.",
  "etag-format": "Use an ETag as it was answered, in its quotes, or *.",
  "password-short": "Use at least 12 characters.",
  "password-short-common": "Use at least 12 characters, and not a password that many people use.",
  "password-short-personal": "Use at least 12 characters, and more than your name or email, which others know.",
  "password-long": "Use at most 128 characters.",
  "password-common": "Many people use this password, so it is guessed first. Choose another one.",
  "password-personal": "This is made of your name or email, which others know. Choose another one.",
  "password-differs": "The two passwords differ.",
} as const satisfies Record<string, string>;

export type FieldProblem = keyof typeof fieldProblems;
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

type Extras = {
  fields?: FieldProblems;
  /** The record that stands in the way, when the asker may know of it. */
  record?: { id: string; name: string };
  /** After how long it may be tried again. */
  waitSeconds?: number;
  /** How much may be paid at most. */
  left?: { amount: number; currency: string };
  cause?: unknown;
};

export class PortalError extends Error {
  override readonly name = "PortalError";
  readonly id: ErrorId;
  readonly fields: FieldProblems | undefined;
  readonly record: { id: string; name: string } | undefined;
  readonly waitSeconds: number | undefined;
  readonly left: { amount: number; currency: string } | undefined;

  constructor(id: ErrorId, { fields, record, waitSeconds, left, cause }: Extras = {}) {
    const owner = record ? ` It belongs to the record of ${record.name}.` : "";
    super(errorTable[id].message + owner, { cause });
    this.id = id;
    this.fields = fields;
    this.record = record;
    this.waitSeconds = waitSeconds;
    this.left = left;
  }

  get status(): number {
    return errorTable[this.id].status;
  }

  get report(): boolean {
    return errorTable[this.id].report;
  }
}

/** True across module copies: the web bundle and the server each may load this file. */
export function isPortalError(error: unknown): error is PortalError {
  return error instanceof Error && error.name === "PortalError" && "id" in error;
}

/** A reason not to start, as one sentence that says what to do. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

/** The code of an error of Node, as "ENOENT". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** Does the work. Of its failures those that `isOutage` knows become `unavailable`. */
export async function orUnavailable<Result>(
  work: () => Promise<Result>,
  isOutage: (cause: unknown) => boolean = () => true,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isOutage(cause)) throw new PortalError("unavailable", { cause });
    throw cause;
  }
}
