import { setTimeout as delay } from "node:timers/promises";
import { dayMs, minuteMs, secondMs } from "#core/durations.ts";
import { pauseAfter, queuePauses } from "#core/backoff.ts";
import { isOn } from "#core/settings/features.ts";
import { throwFirst } from "#core/errors.ts";
import { hasCome } from "#core/wrong-clock.ts";
import {
  deleteDeliveriesBefore,
  dueDelivery,
  type DeliveryRow,
  type WebhookRow,
  webhookRows,
} from "#storage/database/webhooks.ts";
import { deleteRow, rowForChange, updateRow } from "#storage/database/rows.ts";
import { noteFor } from "./follow-audit-log.ts";
import type { Portal } from "../portal/portal.ts";
import { claimDue, type DeliverySignals } from "../portal/queue.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { peopleAtDesk } from "../desk/organisations.ts";
import { targetsForOrganisations } from "../targets/targets.ts";
import { overlapMs, sealedWebhook } from "../webhooks/manage-webhooks.ts";
import { openMessage } from "../desk/own-webhook.ts";
import { sendWebhook } from "../webhooks/send-webhook.ts";

/** Sends the due messages: to each webhook one after another, and no webhook waits for another one. */
export async function deliverWebhooks(portal: Portal, signals: DeliverySignals): Promise<void> {
  while (await deliverForMinute(portal, signals));
}

/** `busy`: the webhooks to which messages are being sent. No message is sent after `end`. */
type Minute = DeliverySignals & { busy: Set<string>; end: number };

/**
 * Returns true if more may be due. The next minute reads the webhooks again, and retries those that failed. An error of
 * one webhook is thrown after the minute of the others, and further errors are reported.
 */
async function deliverForMinute(portal: Portal, signals: DeliverySignals): Promise<boolean> {
  const webhooks = await webhooksThatAreOn(portal);
  const busy = new Set(webhooks.map(({ id }) => id));
  const lasting = { ...signals, busy, end: performance.now() + minuteMs };
  const delivered = await Promise.allSettled(
    webhooks.map((webhook) => deliverTo(portal, webhook, lasting).finally(() => busy.delete(webhook.id))),
  );
  throwFirst(
    delivered.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : [])),
    signals.report,
  );
  return delivered.some((result) => result.status === "fulfilled" && result.value);
}

/** The messages of the others wait, and are deleted when their time is over. */
async function webhooksThatAreOn(portal: Portal): Promise<WebhookRow[]> {
  const settings = await currentSettings(portal);
  const webhooks = await webhookRows(portal.database.read, portal.registry);
  return webhooks.filter((webhook) => isOn(settings, webhook.organisation_id === null ? "webhooks" : "desk"));
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
    await delay(secondMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}

const claim = (portal: Portal, webhookId: string): Promise<DeliveryRow | undefined> =>
  claimDue(
    portal,
    "webhook_delivery",
    (writer) => dueDelivery(portal.database, writer, webhookId, portal.now()),
    ({ tries }) => ({ next_try_at: portal.now() + pauseAfter(tries, queuePauses) }),
  );

/** Returns whether the next message can follow at once. */
async function deliver(portal: Portal, webhook: WebhookRow, row: DeliveryRow, cut: AbortSignal): Promise<boolean> {
  const { keyring, now, targets } = portal;
  const { organisation_id: organisation } = webhook;
  if (organisation !== null && (await peopleAtDesk(portal, organisation)).length === 0) {
    // Its people are not mailed any more either.
    await portal.database.write((writer) => deleteRow(writer, "webhook_delivery", row.id));
    return true;
  }
  const { url, secrets } = sealedWebhook.openRow(keyring, webhook);
  const message = {
    url,
    id: row.id,
    body: bodyOf(row, openMessage(keyring, webhook, row)),
    timestamp: Math.floor(now() / 1000),
    secrets: secrets
      .filter(({ until }) => until === null || !hasCome(until, now(), overlapMs))
      .map(({ secret }) => secret),
  };
  const allowed = organisation === null ? targets : targetsForOrganisations(targets);
  const { isTaken, outcome } = await sendWebhook(allowed, message, cut);
  const isGivenUp = !isTaken && row.tries > queuePauses.length;
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
    // The people of an organisation are mailed anyway, and their page says it.
    if (organisation === null) await noteFor(portal, writer, [{ kind: "webhook", subject: webhook.id, by: "" }], facts);
  });
  return isTaken || isRefusal(outcome);
}

/** True if the receiver refuses this message only. */
const isRefusal = (outcome: string) => /^4\d\d$/.test(outcome) && outcome !== "408" && outcome !== "429";

/** No name, number or link to an image: a program that may know more asks for it. */
const bodyOf = ({ event, subject_id, happened_at }: DeliveryRow, message: unknown): string =>
  JSON.stringify({
    type: event,
    timestamp: new Date(happened_at).toISOString(),
    data: message ?? (subject_id === "" ? {} : { id: subject_id }),
  });

const keptMs = 14 * dayMs;

export const deleteOldDeliveries = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deleteDeliveriesBefore(writer, now() - keptMs));
