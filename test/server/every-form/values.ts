import { laterDay } from "#core/office-clock.ts";
import type { Field, Form } from "../../support/browser/read-forms.ts";

/** What the field with this name accepts. Others accept words. */
const byName: Readonly<Record<string, string>> = {
  email: "new.person@agency.example",
  "operator.email": "new.office@agency.example",
  "log.mailTo": "log@agency.example",
  "log.witnesses": "",
  "log.registers": "",
  contact: "cousin@example.com",
  photoURL: "https://agency.example/me.jpg",
  "operator.page": "https://agency.example",
  "operator.licenceRegister": "https://register.example",
  url: "https://books.agency.example/other",
  issuer: "https://login.agency.example",
  roles: "",
  number: "A7654321",
  numbers: "A7654321",
  passportNumber: "A7654321",
  irccNumber: "W7654321",
  seats: "12",
  fee: "1500",
  currency: "BDT",
  startsAt: "2094-01-10T18:30",
  amount: "1",
  paidOn: "2026-01-31",
  dateValue: "2026-02-14",
  lastDay: "2094-01-10",
  keptUntil: "2094-01-10",
  until: laterDay(new Date().toISOString().slice(0, 10), 60),
  perDay: "600",
  days: "30",
  statementDays: "40",
  accent: "#0c69b6",
  timeZone: "Asia/Kathmandu",
  card: "2345-6789-ABCD-EFGH",
  pin: "402913",
  pin2: "402913",
  code: "234-567-892",
  website: "",
  value: "2094-01-10",
};

/** What only the form of this route accepts. */
const byRoute: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/dashboard/classes/:id": { email: "sadia@agency.example" },
  "/account/passkeys": { name: "My other phone" },
  // What visitors see is asked for first.
  "/dashboard/Field": { audience: "holder" },
  "/dashboard/Paper": { audience: "holder" },
  "/dashboard/Number": { "label.en": "Visa number", "label.bn": "", "label.hi": "", form: "signs", need: "some" },
};

const goodPassword = "gravel tulip nine oboe";
const isTyped = /^(?:text|email|search|date|datetime-local|password|url|tel|number|)$/;
const isText = ({ tag, attributes: { type = "", ...more } }: Field) =>
  !("hidden" in more) && (tag === "textarea" || (tag === "input" && isTyped.test(type)));

/** What a person types and chooses in a form, by the names of its fields: where that is easy, something else than there was. */
export function filledIn({ fields }: Form, route: string): Map<string, string> {
  const filled = new Map<string, string>();
  for (const field of fields) {
    const value = byRoute[route]?.[field.name] ?? valueFor(field);
    if (value !== null && field.name !== "") filled.set(field.name, value);
  }
  return filled;
}

/** The names of the fields into which words are typed that may be sent back: no choices, no secrets. */
export const typedFields = ({ fields }: Form): string[] =>
  fields
    .filter((field) => isText(field) && field.attributes["type"] !== "password" && field.name !== "code")
    .map(({ name }) => name);

/** Null for a field that stays as it is. Of radio buttons another is chosen, of check boxes those of a list of records. */
function valueFor(field: Field): string | null {
  const { tag, name, attributes, value, choices = [] } = field;
  const { type = "" } = attributes;
  // How a table is read was guessed from its rows.
  if (/^(?:column\.|headsAt)/.test(name)) return null;
  if (tag === "select") return choices.findLast((choice) => choice !== value) ?? null;
  if (type === "radio") return "checked" in attributes ? null : value;
  if (type === "checkbox" && name === "record") return value;
  if (!isText(field)) return null;
  if (name.endsWith(".to")) return "https://office.example/check";
  if (type === "password") return byName[name] ?? goodPassword;
  if (name.startsWith("lastDays.")) return "";
  if (name in byName) return byName[name] ?? "";
  return value === "" || tag === "textarea" ? `${value} Words of mine`.trim() : value;
}
