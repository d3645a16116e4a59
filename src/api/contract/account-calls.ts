import { accountListSchema, ownProfileSchema, roleSchema, tokenRequestSchema, tokenSchema } from "./account-schemas.ts";
import { deletedSchema, insertedSchema, modifiedSchema } from "./answers.ts";
import { defineCall } from "./call.ts";
import { accountInPath, accountListInQuery, emailInPath, nothing } from "./parameters.ts";

export const makeToken = defineCall({
  id: "makeToken",
  method: "post",
  path: "/jwt",
  policy: "signed-in",
  // A token that could ask for the next one would not end after 15 minutes.
  ofBrowser: true,
  tag: "Accounts",
  summary: "Take a token for programs",
  description:
    "Only for the address that is signed in, by the cookie of its session. It ends after 15 minutes, or with the session.",
  inPath: nothing,
  inQuery: nothing,
  body: tokenRequestSchema,
  status: 200,
  answer: tokenSchema,
});

export const writeOwnProfile = defineCall({
  id: "writeOwnProfile",
  method: "post",
  path: "/api/users",
  policy: "signed-in",
  tag: "Accounts",
  summary: "Write one's own name and photo down",
  description: "Without `photoURL` the photo is taken away. `email` may be sent, and has to be one's own.",
  inPath: nothing,
  inQuery: nothing,
  body: ownProfileSchema,
  status: 201,
  answer: insertedSchema,
});

export const readRole = defineCall({
  id: "readRole",
  method: "get",
  path: "/api/users/{email}",
  policy: "signed-in",
  tag: "Accounts",
  summary: "The role of an account",
  description: "One's own; an admin reads everybody's.",
  inPath: emailInPath,
  inQuery: nothing,
  status: 200,
  answer: roleSchema,
  errors: ["not-found"],
});

export const listAccounts = defineCall({
  id: "listAccounts",
  method: "get",
  path: "/Users_Infos",
  policy: "admins",
  tag: "Accounts",
  summary: "List the accounts of staff",
  description: "In the order in which they came. Where there are more, `Link` has the address of the next page.",
  inPath: nothing,
  inQuery: accountListInQuery,
  status: 200,
  answer: accountListSchema,
  answerHeaders: ["Link"],
});

const onAccount = {
  policy: "admins",
  tag: "Accounts",
  inPath: accountInPath,
  inQuery: nothing,
  status: 200,
  errors: ["not-found", "not-confirmed", "prove-again", "last-admin"],
} as const;

export const makeAdmin = defineCall({
  ...onAccount,
  id: "makeAdmin",
  method: "patch",
  path: "/user_data/admin/{id}",
  summary: "Make an account an admin",
  answer: modifiedSchema,
});

export const makeModerator = defineCall({
  ...onAccount,
  id: "makeModerator",
  method: "patch",
  path: "/user_data/instructor/{id}",
  summary: "Make an account a moderator",
  answer: modifiedSchema,
});

export const deleteAccount = defineCall({
  ...onAccount,
  id: "deleteAccount",
  method: "delete",
  path: "/delete_User_Data/{id}",
  summary: "Delete an account",
  answer: deletedSchema,
});

export const accountCalls = [
  makeToken,
  writeOwnProfile,
  readRole,
  listAccounts,
  makeAdmin,
  makeModerator,
  deleteAccount,
] as const;
