import { deletedSchema, insertedSchema, modifiedSchema } from "./answers.ts";
import { defineCall } from "./call.ts";
import {
  eitherInQuery,
  irccInPath,
  lastDaysInQuery,
  listInQuery,
  lookupInQuery,
  passportInPath,
  recordInPath,
} from "./parameters.ts";
import { changedRecordSchema, newRecordSchema, recordListSchema, recordSchema } from "./record-schemas.ts";

const lookup = {
  policy: "anyone",
  description:
    "One answer, 404, for whatever is not shown: missing, hidden, denied, of another registry, or of another name. " +
    "Under the policy `code` no number is looked up: each is 403, `share-code-needed`. " +
    "Addresses of images are signed and end within 30 minutes.",
  inQuery: lookupInQuery,
  alsoGives: "application/dc+sd-jwt",
  answer: recordSchema,
  errors: ["share-code-needed", "foreign-origin", "not-found", "too-many-requests", "not-ahead-of-time"],
} as const;

export const lookupCalls = {
  lookUpByPassport: defineCall({
    ...lookup,
    route: "GET /result/{passportNumber}",
    summary: "Look a record up by passport number",
    inPath: passportInPath,
  }),
  lookUpByEither: defineCall({
    ...lookup,
    route: "GET /ircc/{value}",
    summary: "Look a record up by IRCC number, or else by passport number",
    inPath: irccInPath,
    inQuery: eitherInQuery,
  }),
};

const onRecord = { policy: "admins", inPath: recordInPath, isConditional: true, errors: ["not-found"] } as const;
const stateChange = { ...onRecord, answer: modifiedSchema, answerHeaders: ["ETag"] } as const;

export const recordCalls = {
  addRecord: defineCall({
    route: "POST /cofees",
    policy: "staff",
    summary: "Add a record",
    description:
      "An admin's record is approved at once and has the nationality of the settings; a moderator's waits, as Denied. " +
      "`_id`, `User_Hide`, `Status` and `database_of_client` may be sent and change nothing.",
    body: newRecordSchema,
    isRepeatable: true,
    status: 201,
    answer: insertedSchema,
    answerHeaders: ["ETag", "Location"],
    errors: ["duplicate-number", "admin-must-look", "too-many-requests"],
  }),
  listRecords: defineCall({
    route: "GET /User_Data",
    policy: "staff",
    isLookUp: true,
    summary: "List records, all or page by page",
    description:
      "Moderators see what they added. Without `limit` and `cursor`, all records are answered, up to 5,000. Where there are more, `Link` has the address of the next page. `Damaged-Records` has the ids of those that cannot be opened, which are left out.",
    inQuery: listInQuery,
    answer: recordListSchema,
    answerHeaders: ["Link", "Damaged-Records"],
    errors: ["search-incomplete"],
  }),
  readRecord: defineCall({
    route: "GET /User_Data/{id}",
    policy: "staff",
    isLookUp: true,
    summary: "Read a record",
    description:
      "A moderator gets 404 for records that other people added. If the operator wants four eyes on each record and a change " +
      "of it waits, the answer is the record with that change, as Denied; lookups and the list still have what was approved.",
    inPath: recordInPath,
    inQuery: lastDaysInQuery,
    answer: recordSchema,
    answerHeaders: ["ETag"],
    errors: ["not-found"],
  }),
  changeRecord: defineCall({
    route: "PUT /User_Data/{id}",
    policy: "staff",
    summary: "Write a record anew",
    description:
      'A field of an image that is left out, or has the address that it had, keeps its image; "" takes it away. ' +
      "A document keeps its day of `Last_days` for as long as it is the same. " +
      "`_id`, `User_Hide`, `Status` and `database_of_client` may be sent and change nothing. Moderators: their own, while Denied, unless that is an approved record of which a change waits. " +
      "If the operator wants four eyes on each record, the change of an approved record waits until somebody else approves it; " +
      'only an image that is sent as "" is gone at once, or, if a new one waits in its place, that new one.',
    inPath: recordInPath,
    body: changedRecordSchema,
    isConditional: true,
    answer: modifiedSchema,
    answerHeaders: ["ETag"],
    errors: ["not-found", "duplicate-number", "revision-damaged", "admin-must-look", "too-many-requests"],
  }),
  deleteRecord: defineCall({
    ...onRecord,
    route: "DELETE /delete_User/{id}",
    summary: "Delete a record for good",
    answer: deletedSchema,
    errors: ["not-found", "prove-again"],
  }),
  hideRecord: defineCall({
    ...stateChange,
    route: "PATCH /user_data/User_Hide/{id}",
    summary: "Hide a record from the public",
  }),
  unhideRecord: defineCall({
    ...stateChange,
    route: "PATCH /user_data/User_UnHide/{id}",
    summary: "Show a hidden record again",
  }),
  toggleApproval: defineCall({
    ...stateChange,
    route: "PATCH /user_data/Approved_or_Deny/{id}",
    summary: "Approve what is denied, deny what is approved",
    description:
      "Send `If-Match`, so that a second call does not undo the first: it is answered 412. " +
      "If the operator wants four eyes on each record, `If-Match` with a version is required, and where a change of an approved " +
      "record waits, that change is approved. Nothing is approved while a field that the operator needs (`isNeeded` in `GET /fields`) is empty: the " +
      "answer names them.",
    errors: [
      "not-found",
      "person-must-approve",
      "not-sent-again",
      "needed-fields",
      "revision-damaged",
      "version-needed",
    ],
  }),
};
