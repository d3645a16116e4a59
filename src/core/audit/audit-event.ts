/** Every action in the audit log, grouped by topic. The ids are stored. */
export const auditActions = {
  records: [
    "candidate-added",
    "candidate-updated",
    "candidate-hidden",
    "candidate-unhidden",
    "candidate-approved",
    "candidate-denied",
    "candidate-sent-back",
    "candidate-deleted",
    "revision-changed",
    "revision-approved",
    "revision-sent-back",
    "revision-taken-back",
    "revision-discarded",
    "revision-lost",
    "record-assigned",
    "record-kept",
    "comment-added",
    "comment-deleted",
    "holder-link-made",
    "holder-link-withdrawn",
    "holder-link-refused",
    "holder-bound",
    "holder-frozen",
    "holder-given-back",
    "holder-ended",
    "holder-witnessed",
    "holder-passkey-added",
    "holder-passkey-removed",
    "holder-account-joined",
    "holder-account-left",
    "holder-credential-issued",
    "document-kept-back",
    "document-given-back",
    "share-code-made",
    "share-code-revoked",
    "share-codes-revoked",
    "numbers-checked",
    "numbers-found-taken",
    "list-checked",
    "cards-printed",
  ],
  exports: ["records-exported", "record-exported", "person-exported", "audit-exported", "backup-exported"],
  posts: ["post-added", "post-edited", "post-deleted"],
  classes: [
    "class-added",
    "class-edited",
    "class-closed",
    "class-reopened",
    "class-deleted",
    "enrolled",
    "enrolment-cancelled",
    "payment-recorded",
    "payment-voided",
  ],
  reports: ["report-received", "report-answered", "report-closed", "number-marked", "number-mark-ended"],
  site: [
    "settings-changed",
    "keys-rotated",
    "signing-key-rotated",
    "signing-key-revoked",
    "webhook-added",
    "webhook-renewed",
    "webhook-removed",
  ],
  people: [
    "organisation-added",
    "organisation-changed",
    "organisation-let-go-on",
    "staff-invited",
    "invitation-taken",
    "invitation-withdrawn",
    "account-made",
    "account-registered",
    "registered-again",
    "address-confirmed",
    "staff-confirmed",
    "role-changed",
    "staff-suspended",
    "staff-restored",
    "staff-deleted",
    "change-held",
    "change-agreed",
    "change-refused",
  ],
  access: [
    "signed-in",
    "sign-in-failed",
    "signed-out",
    "sessions-ended",
    "proved-again",
    "reset-asked-for",
    "password-reset",
    "password-changed",
    "profile-changed",
    "provider-linked",
    "provider-removed",
    "factor-added",
    "factor-removed",
    "factor-failed",
    "recovery-codes-made",
    "api-key-made",
    "api-key-revoked",
  ],
} as const;

export type AuditGroup = keyof typeof auditActions;
export type AuditAction = (typeof auditActions)[AuditGroup][number];

export const auditSubjects = ["candidate", "post", "class", "report", "settings", "keys", "staff"] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The old and the new value of each changed field. */
export type AuditDetails = Record<string, { from: unknown; to: unknown }>;

/** The changes of the fields of a thing. `null` stands for a field that was or is missing. */
export type ChangesOf<Thing> = { [Name in keyof Thing]?: Change<Exclude<Thing[Name], undefined>> };
type Change<Value> = { from: Value | null; to: Value | null };

/** Refuses fields that are not declared. TypeScript lets them pass in everything but a literal. */
export type NothingElse<Given, Declared> = Given & { [Name in Exclude<keyof Given, keyof Declared>]: never };

export function detailsOfChange<Thing extends object>(before: Partial<Thing>, after: Partial<Thing>): ChangesOf<Thing> {
  const details: AuditDetails = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const from: unknown = before[field as keyof Thing];
    const to: unknown = after[field as keyof Thing];
    if (JSON.stringify(from) !== JSON.stringify(to)) details[field] = { from: from ?? null, to: to ?? null };
  }
  return details as ChangesOf<Thing>;
}

/** The details of things that ended: how many there were of each kind. */
export const detailsOfEnded = <Kind extends string>(counts: Readonly<Record<Kind, number>>) =>
  Object.fromEntries(
    Object.entries<number>(counts).flatMap(([kind, from]) => (from === 0 ? [] : [[kind, { from, to: 0 }]])),
  ) as ChangesOf<Record<Kind, number>>;
