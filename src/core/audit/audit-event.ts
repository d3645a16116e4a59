import type { ClientInfo } from "../staff/actor.ts";

/** Every action in the audit log. The ids are stored. */
export type AuditAction =
  | `candidate-${"added" | "updated" | "hidden" | "unhidden" | "approved" | "denied" | "sent-back" | "deleted"}`
  | "record-assigned"
  | `comment-${"added" | "deleted"}`
  | "numbers-checked"
  | "numbers-found-taken"
  | "records-exported"
  | "cards-printed"
  | `post-${"added" | "edited" | "deleted"}`
  | `class-${"added" | "edited" | "closed" | "reopened" | "deleted"}`
  | "enrolled"
  | "enrolment-cancelled"
  | `payment-${"recorded" | "voided"}`
  | `report-${"received" | "answered" | "closed"}`
  | "settings-changed"
  | "role-changed"
  | `staff-${"confirmed" | "suspended" | "restored" | "deleted" | "invited"}`
  | `invitation-${"taken" | "withdrawn"}`
  | "sessions-ended"
  | `account-${"made" | "registered"}`
  | "registered-again"
  | "address-confirmed"
  | "signed-in"
  | "sign-in-failed"
  | "signed-out"
  | "reset-asked-for"
  | `password-${"reset" | "changed"}`
  | "profile-changed"
  | `google-${"linked" | "removed"}`
  | `factor-${"added" | "removed" | "failed"}`
  | "recovery-codes-made"
  | `api-key-${"made" | "revoked"}`
  | "proved-again"
  | "keys-rotated";

export type AuditSubject = "candidate" | "post" | "class" | "report" | "settings" | "keys" | "staff";

/** Old and new value of each field that changed. */
export type AuditDetails = Record<string, { from: unknown; to: unknown }>;

export type AuditEvent = {
  actor: string;
  action: AuditAction;
  subject: AuditSubject;
  subjectId: string;
  details: AuditDetails;
};

export function detailsOfChange<Thing extends object>(before: Partial<Thing>, after: Partial<Thing>): AuditDetails {
  const details: AuditDetails = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const from: unknown = before[field as keyof Thing];
    const to: unknown = after[field as keyof Thing];
    if (JSON.stringify(from) !== JSON.stringify(to)) details[field] = { from: from ?? null, to: to ?? null };
  }
  return details;
}

/** What somebody did with an account, or tried to. */
export type AccountEvent = ClientInfo & {
  action: AuditAction;
  /** Null where there is no such account: what was typed is not kept. */
  personId: string | null;
  /** Whether it is known to be that person, or somebody who only claims to be. */
  isProven: boolean;
  details?: AuditDetails;
};
