import type { Database, Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type WebhookRow = Row<"webhook">;
export type DeliveryRow = Row<"webhook_delivery">;

const webhooks = (reader: Reader) => reader.selectFrom("webhook").selectAll().orderBy("made_at").orderBy("id");

/** Those of the site, and of the organisations of this registry. */
export const webhookRows = (reader: Reader, registry: string): Promise<WebhookRow[]> =>
  webhooks(reader)
    .where((eb) =>
      eb.or([
        eb("organisation_id", "is", null),
        eb("organisation_id", "in", eb.selectFrom("organisation").select("id").where("registry", "=", registry)),
      ]),
    )
    .execute();

/** The webhooks that are told of records. */
export const siteWebhooks = (reader: Reader): Promise<WebhookRow[]> =>
  webhooks(reader).where("organisation_id", "is", null).execute();

export const webhookOfOrganisation = (reader: Reader, id: string): Promise<WebhookRow | undefined> =>
  webhooks(reader).where("organisation_id", "=", id).executeTakeFirst();

/** The delivery that has been due for longest, locked until the transaction ends. Already locked ones are skipped. */
export async function dueDelivery({ engine }: Database, writer: Writer, webhookId: string, now: number) {
  const found = writer
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .orderBy("happened_at")
    .limit(1);
  return (engine === "postgres" ? found.forUpdate().skipLocked() : found).executeTakeFirst();
}

export const latestDeliveries = (reader: Reader, webhookId: string, atMost: number): Promise<DeliveryRow[]> =>
  reader
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .orderBy("happened_at", "desc")
    .orderBy("id")
    .limit(atMost)
    .execute();

/** Deletes finished deliveries: delivered, or given up. */
export async function deleteDeliveriesBefore(writer: Writer, time: number): Promise<void> {
  await writer
    .deleteFrom("webhook_delivery")
    .where("happened_at", "<", time)
    .where("next_try_at", "is", null)
    .execute();
}
