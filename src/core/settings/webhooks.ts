import { z } from "zod";
import type { AuditAction } from "../audit/audit-event.ts";
import { checkInput } from "../fields.ts";
import { safeWebAddress } from "../web-address.ts";

/**
 * The events that other programs are notified of. A notification contains only the record and the time. The programs
 * request the rest if they may.
 */
export const webhookEvents = {
  "candidate-added": "record.added",
  "candidate-approved": "record.approved",
  "candidate-hidden": "record.hidden",
  "candidate-deleted": "record.deleted",
} as const satisfies Partial<Record<AuditAction, string>>;

export const testEvent = "webhook.test";
/** For the program of an organisation: what it was told of some numbers no longer stands. */
export const endedEvent = "answers.ended";
export type WebhookEvent = (typeof webhookEvents)[keyof typeof webhookEvents] | typeof testEvent | typeof endedEvent;

export const maxWebhooks = 5;

const webhookSchema = z.object({ url: safeWebAddress.max(500, { error: "too-long" }) });
export const parseWebhook = (input: unknown): { url: string } => checkInput(webhookSchema, input);

/** Why a delivery failed without a response. `address`: the address is not on the open internet. */
export const deliveryFailures = ["name", "address", "refused", "certificate", "silent", "other"] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];
