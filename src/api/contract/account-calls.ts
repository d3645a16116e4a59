import { accountListSchema, ownProfileSchema, roleSchema, tokenRequestSchema, tokenSchema } from "./account-schemas.ts";
import { deletedSchema, insertedSchema, modifiedSchema } from "./answers.ts";
import { defineCall } from "./call.ts";
import { accountInPath, accountListInQuery, emailInPath } from "./parameters.ts";

const onAccount = {
  policy: "admins",
  inPath: accountInPath,
  errors: ["not-found", "not-confirmed", "prove-again", "last-admin"],
} as const;

export const accountCalls = {
  makeToken: defineCall({
    route: "POST /jwt",
    policy: "signed-in",
    // If a token could request the next one, access would not end after 15 minutes.
    ofBrowser: true,
    summary: "Take a token for programs",
    description:
      "Only for the address that is signed in, by the cookie of its session. It ends after 15 minutes, or with the session.",
    body: tokenRequestSchema,
    answer: tokenSchema,
  }),
  writeOwnProfile: defineCall({
    route: "POST /api/users",
    policy: "signed-in",
    summary: "Write one's own name and photo down",
    description: "Without `photoURL` the photo is taken away. `email` may be sent, and has to be one's own.",
    body: ownProfileSchema,
    status: 201,
    answer: insertedSchema,
  }),
  readRole: defineCall({
    route: "GET /api/users/{email}",
    policy: "signed-in",
    summary: "The role of an account",
    description: "One's own; an admin reads everybody's.",
    inPath: emailInPath,
    answer: roleSchema,
    errors: ["not-found"],
  }),
  listAccounts: defineCall({
    route: "GET /Users_Infos",
    policy: "admins",
    summary: "List the accounts of staff",
    description: "In the order in which they came. Where there are more, `Link` has the address of the next page.",
    inQuery: accountListInQuery,
    answer: accountListSchema,
    answerHeaders: ["Link"],
  }),
  makeAdmin: defineCall({
    ...onAccount,
    route: "PATCH /user_data/admin/{id}",
    summary: "Make an account an admin",
    answer: modifiedSchema,
  }),
  makeModerator: defineCall({
    ...onAccount,
    route: "PATCH /user_data/instructor/{id}",
    summary: "Make an account a moderator",
    answer: modifiedSchema,
  }),
  deleteAccount: defineCall({
    ...onAccount,
    route: "DELETE /delete_User_Data/{id}",
    summary: "Delete an account",
    answer: deletedSchema,
  }),
};
