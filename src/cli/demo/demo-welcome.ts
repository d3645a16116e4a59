import { demoCount } from "#demo/invent-candidates.ts";
import { demoStaff } from "#demo/demo-staff.ts";
import { memorableNumbers } from "#demo/invent-people.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Mail } from "#core/mail.ts";
import type { DemoPasswords } from "./demo-passwords.ts";

const roles: readonly Role[] = ["admin", "moderator", "organisation", "student"];

/** `outbox` is the folder in which mails are kept. */
type ServedDemo = { url: string; passwords: DemoPasswords; outbox: string };

export const demoWelcome = ({ url, passwords, outbox }: ServedDemo): string => `
Attestry Demo Agency: ${demoCount} invented candidates, no real person.

  Site      ${url}
  Try       ${memorableNumbers.map(({ passportNumber }) => passportNumber).join("  ")}
            at ${url}/, or their IRCC numbers at ${url}/Check_Visa:
            ${memorableNumbers.map(({ irccNumber }) => irccNumber).join("  ")}
  Nothing   Z99999999 is on no paper: see what a visitor is told, and leave an email to wait for it.

  Staff     ${url}/login
${roles.map((role) => `            ${demoStaff[role].email.padEnd(30)}${passwords.of(role)}`).join("\n")}
            ${passwords.areKnown ? "Everybody knows this password: it is for this demo alone." : "Others can reach this demo, so its passwords are new at each start."}

  Holder    As admin open a record and make a link to its holder's own page: who looked, share codes for ${url}/code.

  Mail      is not sent: each appears here, and is a file in ${outbox}

Ctrl-C stops it.`;

export const demoMail = ({ to, subject, text }: Mail): string => `
Mail to ${to}: ${subject}

${text.trim().replaceAll(/^/gm, "  | ")}`;
