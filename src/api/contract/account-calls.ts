import { deletedSchema, insertedSchema, modifiedSchema } from "./answers.ts";
import { defineCall, named, sentObject } from "./call.ts";
import { accountInPath, accountListInQuery, departureInQuery, emailInPath } from "./parameters.ts";
import { z } from "zod";
import { roleNames, accountsRegistry } from "../spec-names.ts";

const roleName = z.enum([
  roleNames.admin.role,
  roleNames.moderator.role,
  roleNames.organisation.role,
  roleNames.student.role,
]);
const email = z.string().meta({ description: "Mail address.", examples: ["admin@demo.example"] });

const accountSchema = z.strictObject({
  _id: z.string(),
  email,
  name: z.string(),
  role: roleName,
  database_of_client: z.literal(accountsRegistry),
});

const accountListSchema = named("AccountList", z.array(accountSchema));

const examples = ["admin@demo.example"];
const required = (otherwise: "not-text" | "email-format") =>
  z.string({ error: (issue) => (issue.input === undefined ? "required" : otherwise) });

const ownProfileSchema = named(
  "OwnProfile",
  sentObject({
    name: required("not-text").meta({ examples: ["Amina Rahman"] }),
    email: z.string({ error: "email-format" }).optional().meta({ examples }),
    photoURL: z.string({ error: "link-format" }).nullish(),
  }),
);

const tokenRequestSchema = named("TokenRequest", sentObject({ email: required("email-format").meta({ examples }) }));

const tokenSchema = named("Token", z.strictObject({ token: z.string() }));

const roleSchema = named(
  "AccountRole",
  z.strictObject({
    role: roleName,
    title: z.enum([
      roleNames.admin.title,
      roleNames.moderator.title,
      roleNames.organisation.title,
      roleNames.student.title,
    ]),
  }),
);

const onAccount = {
  policy: "admins",
  inPath: accountInPath,
  errors: ["not-found", "not-confirmed", "prove-again", "last-admin", "waits"],
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
    description:
      "Without `photoURL`, or with null, the photo is taken away. `email` may be sent, and has to be one's own.",
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
    description:
      "In the order in which they came; without `limit` and `cursor` all, up to 5,000. Where there are more, `Link` has the address of the next page.",
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
    description:
      "`why` says whether the person left or is suspected. Without it, somebody of the staff counts as suspected: pages of holders that were opened with their cards are frozen until somebody else has seen the holder.",
    inQuery: departureInQuery,
    answer: deletedSchema,
  }),
};
