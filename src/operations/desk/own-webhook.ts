import { parseWebhook, endedEvent, testEvent } from "#core/settings/webhooks.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveWebhook } from "#core/accounts/permissions.ts";
import { countTries } from "#limits/limits.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { listOf, shape, text } from "#core/stored/decoders.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { deleteRow, insertRow } from "#storage/database/rows.ts";
import { afterCommit, type Within } from "#storage/database/transaction.ts";
import {
  type DeliveryRow,
  latestDeliveries,
  webhookOfOrganisation,
  type WebhookRow,
} from "#storage/database/webhooks.ts";
import { organisationAtDesk } from "./organisations.ts";
import type { Portal } from "../portal/portal.ts";
import {
  changeAnyWebhooks,
  delivery,
  insertWebhook,
  newSecret,
  sealedWebhook,
  saveNewSecret,
  urlOf,
} from "../webhooks/manage-webhooks.ts";

async function ownRow(portal: Portal, actor: Actor, reader: Reader): Promise<[id: string, row?: WebhookRow]> {
  authorize(mayHaveWebhook(actor), actor);
  const { id } = await organisationAtDesk(portal, actor);
  const row = await webhookOfOrganisation(reader, id);
  return row ? [id, row] : [id];
}

/** Sets where the program of an organisation is told. Its new secret is shown now and never again. */
export async function setOwnWebhook(portal: Portal, actor: Actor, form: unknown) {
  authorize(mayHaveWebhook(actor), actor);
  const { url } = parseWebhook(form);
  const secret = newSecret();
  await changeAnyWebhooks(portal, actor, async (writer, log) => {
    const [organisation, row] = await ownRow(portal, actor, writer);
    const before = row && openedOrNull(() => sealedWebhook.openRow(portal.keyring, row));
    if (row && before) await saveNewSecret(portal, writer, row, { ...before, url, secret });
    else {
      if (row) await deleteRow(writer, "webhook", row.id);
      await insertWebhook(portal, writer, organisation, { url, secrets: [{ secret, until: null }] });
    }
    await log(before?.url === url ? "webhook-renewed" : "webhook-added", url);
  });
  return { secret, url };
}

export async function removeOwnWebhook(portal: Portal, actor: Actor): Promise<void> {
  await changeAnyWebhooks(portal, actor, async (writer, log) => {
    const [, row] = await ownRow(portal, actor, writer);
    if (!row) return;
    await deleteRow(writer, "webhook", row.id);
    await log("webhook-removed", urlOf(portal.keyring, row) ?? "");
  });
  await portal.database.forgetDeleted();
}

const testsByOrganisation = { name: "webhook tests by organisation", atMost: 20, withinSeconds: 60 * 60 };

export async function testOwnWebhook(portal: Portal, actor: Actor): Promise<void> {
  const [key] = await ownRow(portal, actor, portal.database.read);
  await countTries(portal.limits, [{ rule: testsByOrganisation, key }]);
  await portal.database.write(async (writer) => {
    const [, row] = await ownRow(portal, actor, writer);
    if (!row) throw new PortalError("not-found");
    await insertRow(writer, "webhook_delivery", delivery(row.id, testEvent, "", portal.now()));
  });
  await afterCommit(portal, ({ events }) => events.emit("webhook-queued"));
}

export async function readOwnWebhook(portal: Portal, actor: Actor) {
  const { read } = portal.database;
  const [, row] = await ownRow(portal, actor, read);
  if (!row) return null;
  const [last = null] = await latestDeliveries(read, row.id, 1);
  return { url: urlOf(portal.keyring, row), failingSince: row.failing_since, last };
}

export const sealedMessage = sealedContent({
  table: "webhook_delivery",
  place: ({ id }: { id: string }) => `webhook-delivery/${id}`,
  decode: shape({ endings: listOf(text) }),
});

/** Queues for the program of an organisation what its people are mailed: the ends of the numbers, and nothing else. */
export async function noteEnded(
  portal: Within<Portal>,
  writer: Writer,
  organisation: string,
  endings: readonly string[],
): Promise<void> {
  const row = await webhookOfOrganisation(writer, organisation);
  const key = row && openedOrNull(() => unwrapKey(portal.keyring, row.id, row.wrapped_key));
  if (!row || !key) return;
  const message = delivery(row.id, endedEvent, "", portal.now());
  await insertRow(writer, "webhook_delivery", {
    ...message,
    sealed: sealedMessage.seal(key, message, { endings }),
  });
  await afterCommit(portal, ({ events }) => events.emit("webhook-queued"));
}

export const openMessage = (keyring: Keyring, webhook: WebhookRow, { id, sealed }: DeliveryRow) =>
  sealed && sealedMessage.open(unwrapKey(keyring, webhook.id, webhook.wrapped_key), { id, sealed });
