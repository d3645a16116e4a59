import { deletedSchema, insertedSchema, modifiedSchema } from "./answers.ts";
import { defineCall } from "./call.ts";
import { irccInPath, listInQuery, nameInQuery, nothing, passportInPath, recordInPath } from "./parameters.ts";
import { changedRecordSchema, newRecordSchema, recordListSchema, recordSchema } from "./record-schemas.ts";

const lookupRules =
  "One answer, 404, for whatever is not shown: missing, hidden, denied, of another registry, or of another name. " +
  "Addresses of images are signed and end within 30 minutes.";

export const lookUpByPassport = defineCall({
  id: "lookUpByPassport",
  method: "get",
  path: "/result/{passportNumber}",
  policy: "anyone",
  tag: "Lookups",
  summary: "Look a record up by passport number",
  description: lookupRules,
  inPath: passportInPath,
  inQuery: nameInQuery,
  status: 200,
  answer: recordSchema,
  errors: ["foreign-origin", "not-found", "too-many-requests"],
});

export const lookUpByEither = defineCall({
  ...lookUpByPassport,
  id: "lookUpByEither",
  path: "/ircc/{value}",
  summary: "Look a record up by IRCC number, or else by passport number",
  inPath: irccInPath,
});

export const addRecordCall = defineCall({
  id: "addRecord",
  method: "post",
  path: "/cofees",
  policy: "clerks",
  tag: "Records",
  summary: "Add a record",
  description:
    "An admin's record is approved at once and has the nationality of the settings; a moderator's waits, as Denied. " +
    "`_id`, `User_Hide`, `Status` and `database_of_client` may be sent and change nothing.",
  inPath: nothing,
  inQuery: nothing,
  body: newRecordSchema,
  isRepeatable: true,
  status: 201,
  answer: insertedSchema,
  answerHeaders: ["ETag", "Location"],
  errors: ["duplicate-number"],
});

export const listRecordsCall = defineCall({
  id: "listRecords",
  method: "get",
  path: "/User_Data",
  policy: "clerks",
  tag: "Records",
  summary: "List records, page by page",
  description: "Moderators see what they added. Where there are more, `Link` has the address of the next page.",
  inPath: nothing,
  inQuery: listInQuery,
  status: 200,
  answer: recordListSchema,
  answerHeaders: ["Link"],
});

export const readRecordCall = defineCall({
  id: "readRecord",
  method: "get",
  path: "/User_Data/{id}",
  policy: "clerks",
  tag: "Records",
  summary: "Read a record",
  description: "To a moderator, others' records are not there.",
  inPath: recordInPath,
  inQuery: nothing,
  status: 200,
  answer: recordSchema,
  answerHeaders: ["ETag"],
  errors: ["not-found"],
});

export const updateRecordCall = defineCall({
  id: "changeRecord",
  method: "put",
  path: "/User_Data/{id}",
  policy: "clerks",
  tag: "Records",
  summary: "Write a record anew",
  description:
    'A field of an image that is left out, or has the address that it had, keeps its image; "" takes it away. ' +
    "`_id`, `User_Hide`, `Status` and `database_of_client` may be sent and change nothing. Moderators: their own, while Denied.",
  inPath: recordInPath,
  inQuery: nothing,
  body: changedRecordSchema,
  isConditional: true,
  status: 200,
  answer: modifiedSchema,
  answerHeaders: ["ETag"],
  errors: ["not-found", "duplicate-number"],
});

const onRecord = {
  tag: "Records",
  policy: "admins",
  inPath: recordInPath,
  inQuery: nothing,
  isConditional: true,
  status: 200,
  errors: ["not-found"],
} as const;

export const deleteRecordCall = defineCall({
  ...onRecord,
  id: "deleteRecord",
  method: "delete",
  path: "/delete_User/{id}",
  summary: "Delete a record for good",
  answer: deletedSchema,
  errors: ["not-found", "prove-again"],
});

const stateChange = { ...onRecord, method: "patch", answer: modifiedSchema, answerHeaders: ["ETag"] } as const;

export const hideRecordCall = defineCall({
  ...stateChange,
  id: "hideRecord",
  path: "/user_data/User_Hide/{id}",
  summary: "Hide a record from the public",
});

export const unhideRecordCall = defineCall({
  ...stateChange,
  id: "unhideRecord",
  path: "/user_data/User_UnHide/{id}",
  summary: "Show a hidden record again",
});

export const toggleApproval = defineCall({
  ...stateChange,
  id: "toggleApproval",
  path: "/user_data/Approved_or_Deny/{id}",
  summary: "Approve what is denied, deny what is approved",
  description: "Send `If-Match`, so that a second call does not undo the first: it is answered 412.",
});

export const recordCalls = [
  lookUpByPassport,
  lookUpByEither,
  addRecordCall,
  listRecordsCall,
  readRecordCall,
  updateRecordCall,
  deleteRecordCall,
  hideRecordCall,
  unhideRecordCall,
  toggleApproval,
] as const;
