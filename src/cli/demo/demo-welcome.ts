import { servedWith } from "#demo/build-demo.ts";
import { demoCount } from "#demo/invent-candidates.ts";
import type { Agency } from "#demo/agency.ts";
import { demoStaff } from "#demo/demo-staff.ts";
import type { Mail } from "#core/mail.ts";
import type { DemoPasswords } from "./demo-passwords.ts";
import { googleNeeds, roles } from "./demo-words.ts";
import type { HolderCard } from "./holder-card.ts";

/** `outbox` is the folder in which mails are kept. */
type ServedDemo = {
  url: string;
  agency: Agency;
  passwords: DemoPasswords;
  card: HolderCard | null;
  /** False while candidates are still being invented. */
  isComplete: boolean;
  outbox: string;
};

export const demoWelcome = ({ url, agency, passwords, card, isComplete, outbox }: ServedDemo): string => `
${agency.settings.operator.name}: ${demoCount} invented candidates, no real person.${isComplete ? "" : ` The first ${servedWith} are there, and the others come within a minute.`}

  Site      ${url}
  Try       ${agency.people.memorable.join("  ")}
            or their other numbers: ${secondNumbersOf(agency).join("  ")}
  Nothing   Z99999999 is on no paper: see what a visitor is told, and leave an email to wait for it.

  Staff     ${url}/login${passwords.areKnown ? ", where one press signs in" : ""}
${roles.map(({ role }) => `            ${demoStaff[role].email.padEnd(30)}${passwords.of(role)}`).join("\n")}
            ${passwords.areKnown ? "Everybody knows this password: it is for this demo alone." : "Others can reach this demo, so its passwords are new at each start."}
  Google    ${googleNeeds.en}

  Holder    ${card ? `${card.address} is on the card of ${card.number}: the page asks for a parent's name, such as ${card.parent}.` : `The page of ${agency.people.memorable[0]} was opened before, or its record is gone: as admin open a record and make a card.`}

  Mail      is not sent: each appears here, and is a file in ${outbox}

Ctrl-C stops it.`;

const secondNumbersOf = ({ destinations, people }: Agency): string[] =>
  people.memorable.flatMap((_, at) => destinations[at]?.secondNumber?.of("", at) ?? []);

export const demoMail = ({ to, subject, text }: Mail): string => `
Mail to ${to}: ${subject}

${text.trim().replaceAll(/^/gm, "  | ")}`;
