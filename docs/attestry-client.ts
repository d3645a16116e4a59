// The types are made from the OpenAPI document by tools/make-api-client.ts.

export type AccountList = {
  _id: string;
  /** Mail address. */
  email: string;
  name: string;
  role: "admin" | "instructor" | "student";
  database_of_client: "Austrellia";
}[];

export type OwnProfile = { name: string; email?: string; photoURL?: string };

export type TokenRequest = { email: string };

export type Token = { token: string };

export type AccountRole = { role: "admin" | "instructor" | "student"; title: "Admin" | "Moderator" | "Student" };

export type Inserted = {
  /** The `_id` of what was added. */
  insertedId: string;
};

export type Modified = {
  matchedCount: number;
  /** 0: it was like that already. */
  modifiedCount: number;
};

export type Deleted = { deletedCount: number };

export type Failure = {
  error: {
    /** For programs. Does not change. */
    id:
      | "invalid"
      | "unclear-address"
      | "empty-file"
      | "not-signed-in"
      | "not-allowed"
      | "prove-again"
      | "share-code-needed"
      | "foreign-origin"
      | "not-found"
      | "wrong-method"
      | "wrong-card"
      | "wrong-pin"
      | "too-many-codes"
      | "link-ended"
      | "duplicate-number"
      | "still-working"
      | "class-full"
      | "class-closed"
      | "payment-void"
      | "class-in-use"
      | "too-many-keys"
      | "too-many-webhooks"
      | "last-admin"
      | "not-confirmed"
      | "stale"
      | "too-large"
      | "file-too-large"
      | "too-many-files"
      | "archive-too-large"
      | "too-many-rows"
      | "too-many-pixels"
      | "unsupported-type"
      | "unsupported-file"
      | "unreadable-table"
      | "heic-file"
      | "key-reused"
      | "broken-file"
      | "locked-pdf"
      | "locked-table"
      | "unsafe-archive"
      | "broken-archive"
      | "locked-archive"
      | "no-number-column"
      | "pdf-without-pages"
      | "decoding-took-too-long"
      | "decoding-took-too-much"
      | "decoding-failed"
      | "link-expired"
      | "too-many-requests"
      | "internal"
      | "unavailable"
      | "not-ahead-of-time"
      | "mail-not-delivered"
      | "mail-given-up"
      | "backup-failed";
    /** For people. May change. */
    message: string;
    /** What is wrong with which field. */
    fields?: { [name: string]: string };
    /** The record that has this number already, for those who may read it. */
    record?: { id: string; name: string };
  };
};

export type ProofNeeded = {
  error: {
    /** For programs. Does not change. */
    id:
      | "invalid"
      | "unclear-address"
      | "empty-file"
      | "not-signed-in"
      | "not-allowed"
      | "prove-again"
      | "share-code-needed"
      | "foreign-origin"
      | "not-found"
      | "wrong-method"
      | "wrong-card"
      | "wrong-pin"
      | "too-many-codes"
      | "link-ended"
      | "duplicate-number"
      | "still-working"
      | "class-full"
      | "class-closed"
      | "payment-void"
      | "class-in-use"
      | "too-many-keys"
      | "too-many-webhooks"
      | "last-admin"
      | "not-confirmed"
      | "stale"
      | "too-large"
      | "file-too-large"
      | "too-many-files"
      | "archive-too-large"
      | "too-many-rows"
      | "too-many-pixels"
      | "unsupported-type"
      | "unsupported-file"
      | "unreadable-table"
      | "heic-file"
      | "key-reused"
      | "broken-file"
      | "locked-pdf"
      | "locked-table"
      | "unsafe-archive"
      | "broken-archive"
      | "locked-archive"
      | "no-number-column"
      | "pdf-without-pages"
      | "decoding-took-too-long"
      | "decoding-took-too-much"
      | "decoding-failed"
      | "link-expired"
      | "too-many-requests"
      | "internal"
      | "unavailable"
      | "not-ahead-of-time"
      | "mail-not-delivered"
      | "mail-given-up"
      | "backup-failed";
    /** For people. May change. */
    message: string;
    /** What is wrong with which field. */
    fields?: { [name: string]: string };
    /** The record that has this number already, for those who may read it. */
    record?: { id: string; name: string };
  };
  /** An ALTCHA challenge. Ask again with its solution in the header `Proof-Of-Work`. */
  challenge?: { parameters: { [name: string]: unknown }; signature: string; [name: string]: unknown };
  /** Or wait for so long and ask again with the ticket in the header `Wait-Ticket`. */
  wait?: { ticket: string; seconds: number };
};

export type Uploads = {
  data: {
    /** The address of its first page: what a record's fields take. */
    url: string;
    id: string;
  };
  /** One for each file. */
  images: (
    | {
        data: {
          /** The address of its first page: what a record's fields take. */
          url: string;
          id: string;
        };
      }
    | Failure
  )[];
};

export type Import = {
  _id: string;
  /** `received`: what its columns are has to be said in the dashboard. `asked`: it was a dry run, and may be begun in the dashboard. */
  state: "received" | "checking" | "asked" | "running" | "done" | "stopped";
  /** Rows that become records, or became records. */
  create: number;
  /** Rows that change a record, or changed one. */
  update: number;
  unchanged: number;
  refused: number;
  /** How many rows are imported so far. */
  done: number;
  /** The first 500 rows that were left out. */
  rows: {
    /** As spreadsheets count. */
    row: number;
    /** For programs. Does not change. */
    reason: string;
    /** What is wrong with which field. */
    fields: { [name: string]: string };
  }[];
  /** Rows that are taken without a last day, because its document is not there. */
  warned: number;
  /** The first 500 of them. */
  warnings: {
    /** As spreadsheets count. */
    row: number;
    /** Why without which field. */
    fields: { [name: string]: string };
  }[];
  /** Files of the ZIP that records take, or took. */
  scans: number;
  /** The other files of the ZIP, once they were looked at. */
  scans_left_out: {
    /** Its path in the ZIP. */
    name: string;
    /** For programs. Does not change. */
    reason: string;
    text: string;
  }[];
};

export type Alive = { status: "ok" };

export type Ready = { status: "ready" };

export type Document = { openapi: "3.1.0"; [name: string]: unknown };

export type Checksums = {
  documents: {
    kind:
      | "photo"
      | "workPermit"
      | "jobOffer"
      | "application"
      | "lmia"
      | "visaPaper"
      | "medical"
      | "policeClearance"
      | "fingerprint"
      | "ticket"
      | "visaApproval"
      | "idCard";
    /** Of each file as it was uploaded, of each page in both sizes, of each download that was made. */
    sha256: string[];
    /** A perceptual hash of the first page of each file: 64 bits, pHash over 32 × 32 pixels. */
    looksLike: string[];
  }[];
};

export type SavedProof = {
  /** An SD-JWT VC with all that its holder may keep back. */
  statement: string;
  /** A C2SP tlog-proof with its checkpoint; `extra` is the nonce of the leaf. */
  log: string;
  /** A JWT of the same key: the checksums of what was published, bound to the statement. */
  files: string;
};

export type CandidateRecord = {
  /** The record. */
  _id: string;
  /** Passport number, in capitals, without spaces. */
  id: string;
  /** IRCC number. */
  IRCC_Num: string;
  /** Name of the candidate. */
  name: string;
  /** Name of the father. */
  F_name: string;
  /** Name of the mother. */
  M_name: string;
  /** Permanent address. */
  Po_address: string;
  /** Nationality. */
  nationality: string;
  /** Photo: the address of its first page, or "" where there is none. */
  P_url: string;
  /** Work permit certificate: the address of its first page, or "" where there is none. */
  Doc_1_PC: string;
  /** Job offer letter: the address of its first page, or "" where there is none. */
  Doc_2_PC: string;
  /** Application: the address of its first page, or "" where there is none. */
  Doc_3_PC: string;
  /** LMIA certificate: the address of its first page, or "" where there is none. */
  Doc_4_PC: string;
  /** Visa paper: the address of its first page, or "" where there is none. */
  Doc_5_PC: string;
  /** Medical form: the address of its first page, or "" where there is none. */
  Doc_11_PC: string;
  /** Police clearance: the address of its first page, or "" where there is none. */
  Doc_12_PC: string;
  /** Fingerprint paper: the address of its first page, or "" where there is none. */
  Doc_13_PC: string;
  /** Ticket: the address of its first page, or "" where there is none. */
  Doc_14_PC: string;
  /** Visa approval letter: the address of its first page, or "" where there is none. */
  Doc_19_PC: string;
  /** ID card: the address of its first page, or "" where there is none. */
  Doc_189_PC: string;
  /** Whether the record is hidden from the public. */
  User_Hide: "No" | "yes";
  /** Whether the record is approved for the public. */
  Status: "Approved" | "Denied";
  /** The registry of this portal. */
  database_of_client: string;
  /** The last day that stands on a document, by its field. Only where `lastDays=yes` asks for it. */
  Last_days?: {
    Doc_1_PC?: string;
    Doc_2_PC?: string;
    Doc_3_PC?: string;
    Doc_4_PC?: string;
    Doc_5_PC?: string;
    Doc_11_PC?: string;
    Doc_12_PC?: string;
    Doc_13_PC?: string;
    Doc_14_PC?: string;
    Doc_19_PC?: string;
    Doc_189_PC?: string;
  };
};

export type CandidateRecords = CandidateRecord[];

export type NewRecord = {
  /** Passport number, in capitals, without spaces. */
  id: string;
  /** IRCC number. */
  IRCC_Num: string;
  /** Name of the candidate. */
  name: string;
  /** Name of the father. */
  F_name: string;
  /** Name of the mother. */
  M_name: string;
  /** Permanent address. */
  Po_address: string;
  /** Nationality. */
  nationality?: string;
  /** An address that `POST /images` answered, or "" for none. */
  P_url?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_1_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_2_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_3_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_4_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_5_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_11_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_12_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_13_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_14_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_19_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_189_PC?: string;
  /** The last day that stands on a document, by its field; "" for none. */
  Last_days?: {
    Doc_1_PC?: string;
    Doc_2_PC?: string;
    Doc_3_PC?: string;
    Doc_4_PC?: string;
    Doc_5_PC?: string;
    Doc_11_PC?: string;
    Doc_12_PC?: string;
    Doc_13_PC?: string;
    Doc_14_PC?: string;
    Doc_19_PC?: string;
    Doc_189_PC?: string;
  };
};

export type ChangedRecord = {
  /** Passport number, in capitals, without spaces. */
  id: string;
  /** IRCC number. */
  IRCC_Num: string;
  /** Name of the candidate. */
  name: string;
  /** Name of the father. */
  F_name?: string;
  /** Name of the mother. */
  M_name?: string;
  /** Permanent address. */
  Po_address: string;
  /** Nationality. */
  nationality?: string;
  /** An address that `POST /images` answered, or "" for none. */
  P_url?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_1_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_2_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_3_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_4_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_5_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_11_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_12_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_13_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_14_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_19_PC?: string;
  /** An address that `POST /images` answered, or "" for none. */
  Doc_189_PC?: string;
  /** The last day that stands on a document, by its field; "" for none. */
  Last_days?: {
    Doc_1_PC?: string;
    Doc_2_PC?: string;
    Doc_3_PC?: string;
    Doc_4_PC?: string;
    Doc_5_PC?: string;
    Doc_11_PC?: string;
    Doc_12_PC?: string;
    Doc_13_PC?: string;
    Doc_14_PC?: string;
    Doc_19_PC?: string;
    Doc_189_PC?: string;
  };
};

export type Dates = {
  _id: "settings";
  /** A day, as in 2026-03-31. */
  dateValue: string;
}[];

export type NewDate = {
  /** A day, as in 2026-03-31. */
  dateValue: string;
};

type Calls = {
  /** Look a record up by passport number. */
  lookUpByPassport: {
    asked: {
      path: { passportNumber: string };
      query?: { lastDays?: "yes"; format?: "sd-jwt"; name?: string };
      headers?: { "Proof-Of-Work"?: string; "Wait-Ticket"?: string };
    };
    data: CandidateRecord;
  };
  /** Look a record up by IRCC number, or else by passport number. */
  lookUpByEither: {
    asked: {
      path: { value: string };
      query?: { lastDays?: "yes"; format?: "sd-jwt"; name?: string };
      headers?: { "Proof-Of-Work"?: string; "Wait-Ticket"?: string };
    };
    data: CandidateRecord;
  };
  /** Add a record. */
  addRecord: { asked: { headers?: { "Idempotency-Key"?: string }; body: NewRecord }; data: Inserted };
  /** List records, page by page. */
  listRecords: {
    asked: {
      query?: {
        limit?: number;
        cursor?: string;
        lastDays?: "yes";
        search?: string;
        status?: "Approved" | "Denied";
        hidden?: "No" | "yes";
        sort?: "name" | "added" | "changed";
      };
    };
    data: CandidateRecords;
  };
  /** Read a record. */
  readRecord: { asked: { path: { id: string }; query?: { lastDays?: "yes" } }; data: CandidateRecord };
  /** Write a record anew. */
  changeRecord: {
    asked: { path: { id: string }; headers?: { "If-Match"?: string }; body: ChangedRecord };
    data: Modified;
  };
  /** Delete a record for good. */
  deleteRecord: { asked: { path: { id: string }; headers?: { "If-Match"?: string } }; data: Deleted };
  /** Hide a record from the public. */
  hideRecord: { asked: { path: { id: string }; headers?: { "If-Match"?: string } }; data: Modified };
  /** Show a hidden record again. */
  unhideRecord: { asked: { path: { id: string }; headers?: { "If-Match"?: string } }; data: Modified };
  /** Approve what is denied, deny what is approved. */
  toggleApproval: { asked: { path: { id: string }; headers?: { "If-Match"?: string } }; data: Modified };
  /** Import a table of records. */
  importRecords: {
    asked: { query?: { dry_run?: "true" | "false" }; headers?: { "Idempotency-Key"?: string }; body: FormData };
    data: Inserted;
  };
  /** How far an import is. */
  readImport: { asked: { path: { id: string } }; data: Import };
  /** The day up to which records are checked. */
  readDates: { asked: {}; data: Dates };
  /** Set the day up to which records are checked. */
  changeDate: { asked: { path: { settingsId: string }; body: NewDate }; data: Modified };
  /** Upload scans. */
  uploadImages: { asked: { query?: { key?: string; use?: "portrait" }; body: FormData }; data: Uploads };
  /** A published image. */
  readImage: {
    asked: {
      path: { page: string; width: "480" | "2000" | "download" };
      query?: { until?: string; signature?: string; share?: string };
    };
    data: Blob;
  };
  /** Checksums of what is published of a record. */
  readChecksums: { asked: { path: { id: string }; query?: { until?: string; signature?: string } }; data: Checksums };
  /** A proof of what is published of a record, to keep. */
  readProof: { asked: { path: { id: string }; query?: { until?: string; signature?: string } }; data: SavedProof };
  /** A record on one page, to keep, send or print. */
  readSlip: {
    asked: {
      path: { id: string };
      query?: { until?: string; signature?: string; language?: "en" | "bn"; number?: "passport" | "ircc" };
    };
    data: Blob;
  };
  /** Take a token for programs. */
  makeToken: { asked: { body: TokenRequest }; data: Token };
  /** Write one's own name and photo down. */
  writeOwnProfile: { asked: { body: OwnProfile }; data: Inserted };
  /** The role of an account. */
  readRole: { asked: { path: { email: string } }; data: AccountRole };
  /** List the accounts of staff. */
  listAccounts: { asked: { query?: { limit?: number; cursor?: string; search?: string } }; data: AccountList };
  /** Make an account an admin. */
  makeAdmin: { asked: { path: { id: string } }; data: Modified };
  /** Make an account a moderator. */
  makeModerator: { asked: { path: { id: string } }; data: Modified };
  /** Delete an account. */
  deleteAccount: { asked: { path: { id: string } }; data: Deleted };
  /** Whether the process serves. */
  isAlive: { asked: {}; data: Alive };
  /** Whether database and blobs can be reached. */
  isReady: { asked: {}; data: Ready };
  /** This document. */
  readDocument: { asked: {}; data: Document };
  /** This document as a page. */
  readReference: { asked: {}; data: string };
};

const places: Readonly<Record<keyof Calls, string>> = {
  lookUpByPassport: "GET /result/{passportNumber}",
  lookUpByEither: "GET /ircc/{value}",
  addRecord: "POST /cofees",
  listRecords: "GET /User_Data",
  readRecord: "GET /User_Data/{id}",
  changeRecord: "PUT /User_Data/{id}",
  deleteRecord: "DELETE /delete_User/{id}",
  hideRecord: "PATCH /user_data/User_Hide/{id}",
  unhideRecord: "PATCH /user_data/User_UnHide/{id}",
  toggleApproval: "PATCH /user_data/Approved_or_Deny/{id}",
  importRecords: "POST /import",
  readImport: "GET /import/{id}",
  readDates: "GET /dates",
  changeDate: "PATCH /change-date/{settingsId}",
  uploadImages: "POST /images",
  readImage: "GET /images/{page}/{width}",
  readChecksums: "GET /published/{id}/checksums",
  readProof: "GET /published/{id}/proof",
  readSlip: "GET /published/{id}/slip",
  makeToken: "POST /jwt",
  writeOwnProfile: "POST /api/users",
  readRole: "GET /api/users/{email}",
  listAccounts: "GET /Users_Infos",
  makeAdmin: "PATCH /user_data/admin/{id}",
  makeModerator: "PATCH /user_data/instructor/{id}",
  deleteAccount: "DELETE /delete_User_Data/{id}",
  isAlive: "GET /healthz",
  isReady: "GET /readyz",
  readDocument: "GET /api/openapi.json",
  readReference: "GET /api/docs",
};

// ── The client ──

export type Answer<Data> = { status: number; headers: Headers; data: Data };

/** The call was answered with a failure. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly status: number;
  readonly headers: Headers;
  readonly failure: ProofNeeded | undefined;

  constructor(status: number, headers: Headers, failure: ProofNeeded | undefined) {
    super(failure?.error.message ?? `The portal answered ${status}.`);
    this.status = status;
    this.headers = headers;
    this.failure = failure;
  }
}

export type ClientOptions = {
  /** Where the portal is, as in https://check.example.com. */
  portal: string;
  /** A token of POST /jwt. */
  token?: string;
  fetch?: typeof fetch;
};

type Arguments<Wanted> = Partial<Wanted> extends Wanted ? [asked?: Wanted] : [asked: Wanted];

/** A function for each call. */
export type Client = {
  [Name in keyof Calls]: (...asked: Arguments<Calls[Name]["asked"]>) => Promise<Answer<Calls[Name]["data"]>>;
};

export function attestryClient(options: ClientOptions): Client {
  const functions: unknown = Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, (asked?: Asked) => ask(options, place, asked)]),
  );
  return functions as Client;
}

type Texts = { [name: string]: string | number | undefined };
type Asked = { path?: Texts; query?: Texts; headers?: Texts; body?: object };

async function ask({ portal, token, fetch = globalThis.fetch }: ClientOptions, place: string, asked: Asked = {}) {
  const [method = "", path = ""] = place.split(" ");
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(asked.path?.[name])));
  const url = new URL(filled, portal);
  for (const [name, value] of present(asked.query)) url.searchParams.set(name, value);
  const headers = new Headers(present(asked.headers));
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  const form = asked.body instanceof FormData ? asked.body : undefined;
  if (asked.body && !form) headers.set("Content-Type", "application/json");
  const body = form ?? (asked.body && JSON.stringify(asked.body));
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new CallFailed(answer.status, answer.headers, await readFailure(answer));
  return { status: answer.status, headers: answer.headers, data: await read(answer) };
}

const present = (texts: Texts = {}) =>
  Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );

function read(answer: Response): Promise<unknown> {
  const type = answer.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) return answer.json();
  return /^(?:image\/|application\/pdf)/.test(type) ? answer.blob() : answer.text();
}

async function readFailure(answer: Response): Promise<ProofNeeded | undefined> {
  try {
    return (await answer.json()) as ProofNeeded;
  } catch {
    return undefined;
  }
}
