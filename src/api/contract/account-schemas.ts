import { z } from "zod";
import type { Role } from "#core/staff/roles.ts";
import { staffRegistry } from "../spec-names.ts";
import { named } from "./schemas.ts";

/** The specification's names of the roles. */
export const roleNames = {
  admin: "admin",
  moderator: "instructor",
  student: "student",
} as const satisfies Record<Role, string>;

export const roleTitles = {
  admin: "Admin",
  moderator: "Moderator",
  student: "Student",
} as const satisfies Record<Role, string>;

const roleName = z.enum([roleNames.admin, roleNames.moderator, roleNames.student]);
const email = z.string().meta({ description: "Mail address.", examples: ["admin@demo.example"] });

const accountSchema = z.strictObject({
  _id: z.string(),
  email,
  name: z.string(),
  role: roleName,
  database_of_client: z.literal(staffRegistry),
});

export const accountListSchema = named("AccountList", z.array(accountSchema));

export const newAccountSchema = named(
  "NewAccount",
  z.object(
    {
      name: z.string({ error: "required" }),
      email: z.string({ error: "required" }).meta({ examples: ["admin@demo.example"] }),
      photoURL: z.string({ error: "not-text" }).default(""),
    },
    { error: "not-an-object" },
  ),
);

export const tokenRequestSchema = named(
  "TokenRequest",
  z.object(
    { email: z.string({ error: "required" }).meta({ examples: ["admin@demo.example"] }) },
    { error: "not-an-object" },
  ),
);

export const tokenSchema = named("Token", z.strictObject({ token: z.string() }));

export const roleSchema = named(
  "AccountRole",
  z.strictObject({ role: roleName, title: z.enum([roleTitles.admin, roleTitles.moderator, roleTitles.student]) }),
);
