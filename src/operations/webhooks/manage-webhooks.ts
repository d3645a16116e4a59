import { randomBytes, randomUUID } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import { isOn } from "#core/settings/features.ts";
import { PortalError } from "#core/errors.ts";
import { maxWebhooks, parseWebhook, testEvent, type WebhookEvent, webhookEvents } from "#core/settings/webhooks.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentProof } from "#core/accounts/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { type Decoded, listOf, number, orNull, shape, text } from "#core/stored/decoders.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import type { AuditRow } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import { recordsWithIds } from "#storage/database/records/records.ts";
import { deleteRow, insertRow, insertRows, rowForChange, updateRow } from "#storage/database/rows.ts";
import { type DeliveryRow, latestDeliveries, siteWebhooks, type WebhookRow } from "#storage/database/webhooks.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import { changeLocked } from "../portal/locked-change.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { secretPrefix } from "./send-webhook.ts";

export const sealedWebhook = sealedUnderOwnKey({
  table: "webhook",
  place: rowBoundTo("webhook", ["organisation_id"]),
  decode: shape({
    url: text,
    /** Newest first. An older secret ends at `until`. */
    secrets: listOf(shape({ secret: text, until: orNull(number) })),
  }),
});
export type WebhookContent = Decoded<typeof sealedWebhook.decode>;

/** Null for a webhook that was changed without the key: it can only be removed. */
export const urlOf = (keyring: Keyring, row: WebhookRow): string | null =>
  openedOrNull(() => sealedWebhook.openRow(keyring, row).url);

export const newSecret = () => secretPrefix + randomBytes(32).toString("base64");

type WebhookWork<Result> = (
  writer: Writer,
  log: (action: `webhook-${"added" | "removed" | "renewed"}`, url: string) => Promise<void>,
) => Promise<Result>;

function changeWebhooks<Result>(portal: Portal, actor: Actor, work: WebhookWork<Result>): Promise<Result> {
  authorize(mayChangeSettings(actor), actor);
  return changeAnyWebhooks(portal, actor, work);
}

/** The frame of every change of webhooks: with a recent proof, one after another, and logged. The caller authorizes. */
export function changeAnyWebhooks<Result>(portal: Portal, actor: Actor, work: WebhookWork<Result>): Promise<Result> {
  requireRecentProof(actor);
  return changeLocked(portal, actor, settingsEntity, { id: settingsId }, ({ writer, log }) =>
    work(writer, (action, url) =>
      log(action, {
        webhook: { from: action === "webhook-added" ? null : url, to: action === "webhook-removed" ? null : url },
      }),
    ),
  );
}

/** Adds a webhook. Its secret is shown now and never again. */
export async function addWebhook(
  portal: Portal,
  actor: Actor,
  form: unknown,
): Promise<{ secret: string; url: string }> {
  authorize(mayChangeSettings(actor), actor);
  const { url } = parseWebhook(form);
  const secret = newSecret();
  await changeWebhooks(portal, actor, async (writer, log) => {
    if ((await siteWebhooks(writer)).length >= maxWebhooks) throw new PortalError("too-many-webhooks");
    await insertWebhook(portal, writer, null, { url, secrets: [{ secret, until: null }] });
    await log("webhook-added", url);
  });
  return { secret, url };
}

export async function insertWebhook(
  { keyring, now }: Portal,
  writer: Writer,
  organisation_id: string | null,
  content: WebhookContent,
): Promise<void> {
  const id = randomUUID();
  const columns = sealedWebhook.sealColumns(keyring, { id, organisation_id }, content);
  await insertRow(writer, "webhook", { id, organisation_id, made_at: now(), failing_since: null, ...columns });
}

/** That of an organisation counts as missing. */
const rowOf = async (portal: Portal, writer: Writer, id: string): Promise<WebhookRow> => {
  const row = await rowForChange(portal.database, writer, "webhook", id);
  if (row?.organisation_id !== null) throw new PortalError("not-found");
  return row;
};

export const overlapMs = dayMs;

/** For a day, messages are also signed with the previous secret, so that no receiver misses one. */
export async function saveNewSecret(
  { keyring, now }: Portal,
  writer: Writer,
  row: WebhookRow,
  { url, secrets: [last], secret }: WebhookContent & { secret: string },
): Promise<void> {
  const secrets = [{ secret, until: null }, ...(last ? [{ ...last, until: now() + overlapMs }] : [])];
  const content: WebhookContent = { url, secrets };
  const key = unwrapKey(keyring, row.id, row.wrapped_key);
  await updateRow(writer, "webhook", row.id, { sealed: sealedWebhook.seal(key, row, content) });
}

export async function renewSecret(
  portal: Portal,
  actor: Actor,
  { id }: { id: string },
): Promise<{ secret: string; url: string }> {
  const secret = newSecret();
  const url = await changeWebhooks(portal, actor, async (writer, log) => {
    const row = await rowOf(portal, writer, id);
    const before = sealedWebhook.openRow(portal.keyring, row);
    await saveNewSecret(portal, writer, row, { ...before, secret });
    await log("webhook-renewed", before.url);
    return before.url;
  });
  return { secret, url };
}

export async function removeWebhook(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  await changeWebhooks(portal, actor, async (writer, log) => {
    const url = urlOf(portal.keyring, await rowOf(portal, writer, id));
    await deleteRow(writer, "webhook", id);
    await log("webhook-removed", url ?? "");
  });
  await portal.database.forgetDeleted();
}

export const delivery = (webhookId: string, event: WebhookEvent, subjectId: string, at: number): DeliveryRow => ({
  id: `msg_${randomUUID()}`,
  webhook_id: webhookId,
  event,
  subject_id: subjectId,
  sealed: null,
  happened_at: at,
  tries: 0,
  next_try_at: at,
  delivered_at: null,
  outcome: "",
});

const eventOf = new Map<string, WebhookEvent>(Object.entries(webhookEvents));

/**
 * Stores the deliveries that these events cause. For the transaction that stores how far the audit log was read.
 * Returns the number of deliveries.
 */
export async function noteDeliveries(portal: Portal, writer: Writer, events: readonly AuditRow[]): Promise<number> {
  if (!isOn(await currentSettings(portal), "webhooks")) return 0;
  const ofRecords = events.filter(({ action }) => eventOf.has(action));
  const webhooks = ofRecords.length > 0 ? await siteWebhooks(writer) : [];
  if (webhooks.length === 0) return 0;
  const found = await recordsWithIds(writer, [...new Set(ofRecords.map(({ subject_id }) => subject_id))]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const sent = ofRecords.flatMap(({ action, subject_id, at }) => {
    const row = rows.get(subject_id);
    if (row && row.registry !== portal.registry) return [];
    const event = eventOf.get(action);
    const isApprovedToo = event === "record.added" && row !== undefined && row.approved_at === row.added_at;
    return [event, ...(isApprovedToo ? (["record.approved"] as const) : [])].flatMap((one) =>
      one ? webhooks.map(({ id }) => delivery(id, one, subject_id, at)) : [],
    );
  });
  await insertRows(writer, "webhook_delivery", sent);
  return sent.length;
}

export async function sendTest(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  authorize(mayChangeSettings(actor), actor);
  await portal.database.write(async (writer) => {
    await rowOf(portal, writer, id);
    await insertRow(writer, "webhook_delivery", delivery(id, testEvent, "", portal.now()));
  });
  await afterCommit(portal, ({ events }) => events.emit("webhook-queued"));
}

/** Sends a message again under the same id, so that the receiver can tell that it is the same message. */
export async function sendAgain(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  authorize(mayChangeSettings(actor), actor);
  await portal.database.write(async (writer) => {
    const row = await rowForChange(portal.database, writer, "webhook_delivery", id);
    if (!row) throw new PortalError("not-found");
    await rowOf(portal, writer, row.webhook_id);
    await updateRow(writer, "webhook_delivery", id, { next_try_at: portal.now(), tries: 0, delivered_at: null });
  });
  await afterCommit(portal, ({ events }) => events.emit("webhook-queued"));
}

const maxShown = 20;

export async function readWebhooks({ database: { read }, keyring }: Portal, actor: Actor) {
  authorize(mayChangeSettings(actor), actor);
  const rows = await siteWebhooks(read);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      url: urlOf(keyring, row),
      failingSince: row.failing_since,
      deliveries: await latestDeliveries(read, row.id, maxShown),
    })),
  );
}
