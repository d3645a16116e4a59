import { z } from "zod";
import { type AuditDetails, auditSubjects } from "#core/audit/audit-event.ts";
import { dateText } from "#core/fields.ts";
import { holder } from "#core/staff/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenTime } from "#i18n/written.ts";
import { type AuditedEvent, auditKinds, type AuditQuestion } from "#operations/audit/read-audit.ts";
import { fieldLabel } from "../record-form/particulars.ts";
import { changesIn } from "../records/record-history.server.ts";
import { changeWords } from "../records/record-history.tsx";
import { labelOf } from "../settings/box-words.ts";

const idText = z.string().regex(/^[\w-]{1,64}$/);

/** How the log is asked for in an address. What nobody can have chosen counts as not chosen. */
const choiceSchema = z.object({
  by: idText.optional().catch(undefined),
  kind: z.enum(auditKinds).optional().catch(undefined),
  from: dateText.optional().catch(undefined),
  to: dateText.optional().catch(undefined),
  /** "candidate/" and an id. */
  about: z
    .string()
    .regex(new RegExp(`^(?:${auditSubjects.join("|")})/[\\w-]{1,64}$`))
    .optional()
    .catch(undefined),
});

export type AuditChoices = Record<string, string>;

/** The choices as in an address, and what they ask for. */
export function askedOf(address: Iterable<readonly [string, string]>): { kept: AuditChoices; question: AuditQuestion } {
  const { about, ...choices } = choiceSchema.parse(Object.fromEntries(address));
  const kept = Object.entries({ ...choices, about }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const [subject, id = ""] = about?.split("/") ?? [];
  const known = auditSubjects.find((one) => one === subject);
  return { kept: Object.fromEntries(kept), question: { ...choices, ...(known && { about: { subject: known, id } }) } };
}

/** Accounts have ids that say nothing; programs and the site itself have names. */
const isNamed = (id: string) => !/^[\da-f]{8}-/.test(id);

export function whoDid({ id, name }: AuditedEvent["by"]): string {
  if (name !== null) return name;
  if (id === "anonymous") return m.audit_nobody();
  if (id === holder.id) return m.audit_holder();
  return isNamed(id) ? m.audit_machine({ name: id }) : m.history_nobody();
}

type ShownChange = { label: string; words: string };

export const shownEvent = (event: AuditedEvent) => ({
  id: event.id,
  number: writtenCount(event.seq),
  when: writtenTime(event.at),
  action: event.action,
  by: { id: event.by.id, name: whoDid(event.by) },
  about: event.about,
  changes: shownChanges(event),
  values: valuesState(event),
});

export type ShownEvent = ReturnType<typeof shownEvent>;

function valuesState({ details, isKeyGone, changedFields }: AuditedEvent): "there" | "gone" | "broken" {
  if (details !== null || changedFields.length === 0) return "there";
  return isKeyGone ? "gone" : "broken";
}

export function shownChanges({ about, action, details }: AuditedEvent): ShownChange[] {
  if (details === null) return [];
  const isOfRecord = about.subject === "candidate" && action !== "record-assigned" && action !== "record-kept";
  const changes = isOfRecord ? recordChanges(details) : otherChanges(details);
  return changes.filter(({ words }) => words !== "");
}

const recordChanges = (details: AuditDetails): ShownChange[] =>
  changesIn(details).map((change) => ({ label: fieldLabel(change.field), words: changeWords(change) }));

const otherChanges = (details: AuditDetails): ShownChange[] =>
  Object.entries(details).map(([field, { from, to }]) => {
    const change = { kind: "text", field: "name", from: textOf(from), to: textOf(to) } as const;
    return { label: fieldWords.get(field)?.() ?? labelOf(field), words: changeWords(change) };
  });

const fieldWords = new Map([
  ["clientAddress", m.audit_field_address],
  ["browser", m.audit_field_browser],
  ["way", m.audit_field_way],
  ["role", m.audit_field_role],
  ["name", m.name],
  ["assignedTo", m.assigned_to],
  ["keptUntil", m.retention_until],
  ["keepReason", m.retention_reason],
]);

const longest = 500;

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? m.settings_on() : m.settings_off();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
