import {
  deleteDeliveriesBefore,
  dueDelivery,
  type DeliveryRow,
  type WebhookRow,
  webhookRows,
} from "#storage/database/webhooks.ts";
import { updateRow } from "#storage/database/rows.ts";
import { noteFor } from "../alerts/follow-audit-log.ts";
import type { Round } from "../mails/mail-queue.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { openWebhook } from "./manage-webhooks.ts";
import { sendWebhook } from "./send-webhook.ts";

const minute = 60_000;
/**
 * The pauses between two tries, 21 hours in all. After that, a message is given up. The first pause is longer than any
 * try takes.
 */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute] as const;

/** Sends the due messages: to each webhook one after another, and no webhook waits for another one. */
export async function deliverWebhooks(portal: Portal, round: Pick<Round, "stopping" | "cut">): Promise<void> {
  const webhooks = await webhookRows(portal.database.read);
  await Promise.all(webhooks.map((webhook) => deliverTo(portal, webhook, round)));
}

/** Sends until nothing is due, or the receiver accepts nothing. */
async function deliverTo(portal: Portal, webhook: WebhookRow, round: Pick<Round, "stopping" | "cut">): Promise<void> {
  while (!round.stopping.aborted) {
    const claimed = await claim(portal, webhook.id);
    if (!claimed || !(await deliver(portal, webhook, claimed, round.cut))) return;
  }
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
    await updateRow(writer, "webhook_delivery", row.id, {
      outcome,
      ...(isTaken && { delivered_at: now(), next_try_at: null }),
      ...(isGivenUp && { next_try_at: null }),
    });
    if (isTaken && webhook.failing_since !== null)
      await updateRow(writer, "webhook", webhook.id, { failing_since: null });
    if (!isGivenUp || webhook.failing_since !== null) return;
    await updateRow(writer, "webhook", webhook.id, { failing_since: now() });
    await noteFor(portal, writer, [{ kind: "webhook", subject: webhook.id, by: "" }], facts);
  });
  return isTaken;
}

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
