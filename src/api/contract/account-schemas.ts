import { z } from "zod";
import { roleNames, accountsRegistry } from "../spec-names.ts";
import { named, sentObject } from "./call.ts";

const roleName = z.enum([roleNames.admin.role, roleNames.moderator.role, roleNames.student.role]);
const email = z.string().meta({ description: "Mail address.", examples: ["admin@demo.example"] });

const accountSchema = z.strictObject({
  _id: z.string(),
  email,
  name: z.string(),
  role: roleName,
  database_of_client: z.literal(accountsRegistry),
});

export const accountListSchema = named("AccountList", z.array(accountSchema));

const examples = ["admin@demo.example"];
const required = (otherwise: "not-text" | "email-format") =>
  z.string({ error: (issue) => (issue.input === undefined ? "required" : otherwise) });

export const ownProfileSchema = named(
  "OwnProfile",
  sentObject({
    name: required("not-text").meta({ examples: ["Amina Rahman"] }),
    email: z.string({ error: "email-format" }).optional().meta({ examples }),
    photoURL: z.string({ error: "link-format" }).optional(),
  }),
);

export const tokenRequestSchema = named(
  "TokenRequest",
  sentObject({ email: required("email-format").meta({ examples }) }),
);

export const tokenSchema = named("Token", z.strictObject({ token: z.string() }));

export const roleSchema = named(
  "AccountRole",
  z.strictObject({
    role: roleName,
    title: z.enum([roleNames.admin.title, roleNames.moderator.title, roleNames.student.title]),
  }),
);
