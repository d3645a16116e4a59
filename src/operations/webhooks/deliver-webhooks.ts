import { setTimeout as delay } from "node:timers/promises";
import { throwFirst } from "#core/errors.ts";
import {
  deleteDeliveriesBefore,
  dueDelivery,
  type DeliveryRow,
  type WebhookRow,
  webhookRows,
} from "#storage/database/webhooks.ts";
import { rowForChange, updateRow } from "#storage/database/rows.ts";
import { noteFor } from "../alerts/follow-audit-log.ts";
import type { Round } from "../mails/mail-queue.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { openWebhook } from "./manage-webhooks.ts";
import { sendWebhook } from "./send-webhook.ts";

const second = 1000;
const minute = 60 * second;
/**
 * The pauses between two tries, 21 hours in all. After that, a message is given up. The first pause is longer than any
 * try takes.
 */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute] as const;

type SendContext = Pick<Round, "stopping" | "cut" | "report">;

/** Sends the due messages: to each webhook one after another, and no webhook waits for another one. */
export async function deliverWebhooks(portal: Portal, round: SendContext): Promise<void> {
  while (await deliverForMinute(portal, round));
}

/** `busy`: the webhooks to which messages are being sent. No message is sent after `end`. */
type Minute = SendContext & { busy: Set<string>; end: number };

/**
 * Returns true if more may be due. The next minute reads the webhooks again, and retries those that failed. An error of
 * one webhook is thrown after the minute of the others, and further errors are reported.
 */
async function deliverForMinute(portal: Portal, round: SendContext): Promise<boolean> {
  const webhooks = await webhookRows(portal.database.read);
  const busy = new Set(webhooks.map(({ id }) => id));
  const lasting = { ...round, busy, end: performance.now() + minute };
  const delivered = await Promise.allSettled(
    webhooks.map((webhook) => deliverTo(portal, webhook, lasting).finally(() => busy.delete(webhook.id))),
  );
  throwFirst(
    delivered.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : [])),
    round.report,
  );
  return delivered.some((result) => result.status === "fulfilled" && result.value);
}

/** Sends until the minute is over, the receiver fails, or nothing is due for any webhook. */
async function deliverTo(portal: Portal, webhook: WebhookRow, { stopping, cut, busy, end }: Minute): Promise<boolean> {
  while (!stopping.aborted) {
    if (performance.now() > end) return true;
    const claimed = await claim(portal, webhook.id);
    if (claimed) {
      busy.add(webhook.id);
      if (!(await deliver(portal, webhook, claimed, cut))) return false;
      continue;
    }
    busy.delete(webhook.id);
    if (busy.size === 0) return false;
    await delay(second, undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}

/**
 * Claims a message as mails are claimed: this sets its next try. So a killed process loses nothing, and what it sent is
 * sent again under the same id.
 */
function claim({ database, now }: Portal, webhookId: string): Promise<DeliveryRow | undefined> {
  return database.write(async (writer) => {
    const row = await dueDelivery(database, writer, webhookId, now());
    if (!row) return undefined;
    const pause = pauses[Math.min(row.tries, pauses.length - 1)] ?? minute;
    const claimed = { tries: row.tries + 1, next_try_at: now() + pause };
    await updateRow(writer, "webhook_delivery", row.id, claimed);
    return { ...row, ...claimed };
  });
}

/** Returns whether the next message can follow at once. */
async function deliver(portal: Portal, webhook: WebhookRow, row: DeliveryRow, cut: AbortSignal): Promise<boolean> {
  const { keyring, now, webhookNetwork } = portal;
  const { url, secrets } = openWebhook(keyring, webhook);
  const message = {
    url,
    id: row.id,
    body: bodyOf(row),
    timestamp: Math.floor(now() / 1000),
    secrets: secrets.filter(({ until }) => until === null || until > now()).map(({ secret }) => secret),
  };
  const { isTaken, outcome } = await sendWebhook(webhookNetwork, message, cut);
  const isGivenUp = !isTaken && row.tries > pauses.length;
  const facts = await currentSettings(portal);
  await portal.database.write(async (writer) => {
    // An earlier message of this minute may have changed it.
    const failingSince = (await rowForChange(portal.database, writer, "webhook", webhook.id))?.failing_since ?? null;
    await updateRow(writer, "webhook_delivery", row.id, {
      outcome,
      ...(isTaken && { delivered_at: now(), next_try_at: null }),
      ...(isGivenUp && { next_try_at: null }),
    });
    if (isTaken && failingSince !== null) await updateRow(writer, "webhook", webhook.id, { failing_since: null });
    if (!isGivenUp || failingSince !== null) return;
    await updateRow(writer, "webhook", webhook.id, { failing_since: now() });
    await noteFor(portal, writer, [{ kind: "webhook", subject: webhook.id, by: "" }], facts);
  });
  return isTaken || isRefusal(outcome);
}

/** True if the receiver refuses this message only. */
const isRefusal = (outcome: string) => /^4\d\d$/.test(outcome) && outcome !== "408" && outcome !== "429";

/** No name, number or link to an image: a program that may know more asks for it. */
const bodyOf = ({ event, subject_id, happened_at }: DeliveryRow): string =>
  JSON.stringify({
    type: event,
    timestamp: new Date(happened_at).toISOString(),
    data: subject_id === "" ? {} : { id: subject_id },
  });

const keptMs = 14 * 24 * 60 * minute;

export const deleteOldDeliveries = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deleteDeliveriesBefore(writer, now() - keptMs));
