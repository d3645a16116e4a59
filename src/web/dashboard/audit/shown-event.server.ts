import { fieldNames } from "#core/records/record-fields.ts";
import { z } from "zod";
import { auditSubjects } from "#core/audit/audit-event.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { OwnDeclared } from "#core/own-fields/own-paper.ts";
import { dateText } from "#core/fields.ts";
import { holder } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenTime } from "#i18n/written.ts";
import { type AuditedEvent, auditKinds, type AuditQuestion } from "#operations/audit/read-audit.ts";
import { changesIn } from "../records/record-history.server.ts";
import { changeWords } from "../records/record-history.tsx";
import { changesInWords, type ShownChange } from "./value-words.ts";

const idText = z.string().regex(/^[\w-]{1,64}$/);

/** The choices for the list of audit events, in a URL. An invalid value counts as not chosen. */
const choiceSchema = z.object({
  by: idText.optional().catch(undefined),
  kind: z.enum(auditKinds).optional().catch(undefined),
  from: dateText.optional().catch(undefined),
  to: dateText.optional().catch(undefined),
  /** A subject and an id, such as "candidate/" and the id of a record. */
  about: z
    .string()
    .regex(new RegExp(`^(?:${auditSubjects.join("|")})/[\\w-]{1,64}$`))
    .optional()
    .catch(undefined),
});

export type AuditChoices = Record<string, string>;

/** Returns the choices as URL parameters, and as a query for audit events. */
export function readAuditFilter(address: Iterable<readonly [string, string]>): {
  kept: AuditChoices;
  question: AuditQuestion;
} {
  const { about, ...choices } = choiceSchema.parse(Object.fromEntries(address));
  const kept = Object.entries({ ...choices, about }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const [subject, id = ""] = about?.split("/") ?? [];
  const known = auditSubjects.find((one) => one === subject);
  return { kept: Object.fromEntries(kept), question: { ...choices, ...(known && { about: { subject: known, id } }) } };
}

/** True for programs and the site itself: their ids are names. The ids of accounts are random. */
const isNamed = (id: string) => !/^[\da-f]{8}-/.test(id);

export function whoDid({ id, name }: AuditedEvent["by"]): string {
  if (name !== null) return name;
  if (id === "anonymous") return m.audit_nobody();
  if (id === holder.id) return m.audit_holder();
  return isNamed(id) ? m.audit_machine({ name: id }) : m.history_nobody();
}

export const shownEvent = (event: AuditedEvent, declared: OwnDeclared) => ({
  id: event.id,
  number: writtenCount(event.seq),
  when: writtenTime(event.at),
  action: event.action,
  by: { id: event.by.id, name: whoDid(event.by), roleFrom: event.by.roleFrom },
  about: event.about,
  changes: shownChanges(event, declared),
  values: valuesState(event),
});

export type ShownEvent = ReturnType<typeof shownEvent>;

function valuesState({ details, isKeyGone, changedFields }: AuditedEvent): "there" | "gone" | "broken" {
  if (details !== null || changedFields.length === 0) return "there";
  return isKeyGone ? "gone" : "broken";
}

/** The changes to a record have the same words as in its history. */
export function shownChanges(
  { about, details }: Pick<AuditedEvent, "about" | "details">,
  declared: OwnDeclared,
): ShownChange[] {
  if (details === null) return [];
  if (about.subject !== "candidate") return changesInWords(details);
  const ofEvent = Object.entries(details).filter(([field]) => !ofRecord.has(field));
  const changes = changesIn(details, declared).map((change) => ({ label: change.label, words: changeWords(change) }));
  return [...changes.filter(({ words }) => words !== ""), ...changesInWords(Object.fromEntries(ofEvent))];
}

/** Fields of a record that its history shows in its own way, or that the event already shows. */
const ofRecord: ReadonlySet<string> = new Set<keyof CandidateRecord>([
  ...fieldNames,
  "returnReason",
  "documents",
  "lastDays",
  "own",
  "keptBack",
  "ownKeptBack",
  "id",
  "registry",
  "approval",
  "hidden",
  "addedBy",
  "addedAt",
  "changedAt",
  "approvedAt",
  "approvedBy",
  "version",
  "revision",
  "edited",
]);
