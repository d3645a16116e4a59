import type { AuditAction } from "../audit/audit-event.ts";
import { holder } from "../accounts/actor.ts";
import { minuteMs } from "../durations.ts";

/** What a holder is notified of by mail. The last two only if the holder asked for them. */
export const holderNews = [
  "new-link",
  "frozen",
  "false-papers",
  "passkey",
  "account",
  "wallet",
  "published",
  "hidden",
  "documents",
  "changed",
  "looked",
  "code-used",
] as const;
export type HolderNews = (typeof holderNews)[number];

/** News waits this long for more, so that what staff do in one sitting is sent in one mail. */
export const gatherNewsMs = 10 * minuteMs;

const byAction: Partial<Record<AuditAction, HolderNews>> = {
  "holder-link-made": "new-link",
  "holder-frozen": "frozen",
  "candidate-approved": "published",
  "candidate-unhidden": "published",
  "candidate-hidden": "hidden",
  "candidate-denied": "hidden",
  "candidate-sent-back": "hidden",
};

const changesContent = (action: AuditAction) => action === "candidate-updated" || action === "revision-approved";

const ofDocuments = ["documents", "lastDays"];

/** How staff came to a change is not the holder's news. */
const ofStaff = ["approval", "approvedBy", "returnReason", "revision"];

type Event = { action: AuditAction; actor: string; changed_fields: string };

/** Holders are not notified of their own actions, except a new passkey, account or wallet: somebody else may have the PIN. */
export function newsOf({ action, actor, changed_fields }: Event): HolderNews[] {
  if (action === "holder-passkey-added") return ["passkey"];
  if (action === "holder-account-joined") return ["account"];
  if (action === "holder-credential-issued") return ["wallet"];
  if (actor === holder.id) return [];
  if (!changesContent(action)) return byAction[action] ? [byAction[action]] : [];
  const fields = changed_fields.split(" ").filter((field) => !ofStaff.includes(field));
  return [
    ...(fields.some((field) => ofDocuments.includes(field)) ? (["documents"] as const) : []),
    ...(fields.some((field) => !ofDocuments.includes(field)) ? (["changed"] as const) : []),
  ];
}
