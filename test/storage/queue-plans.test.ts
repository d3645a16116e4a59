import { expect } from "vitest";
import { dueToldAnswers } from "#storage/database/accounts/told-answers.ts";
import { personToTell } from "#storage/database/alerts.ts";
import { holderToTell } from "#storage/database/holders/holders.ts";
import { dueMail } from "#storage/database/mails.ts";
import { dueDelivery } from "#storage/database/webhooks.ts";
import { testOn } from "../support/portals.ts";
import { watchPlans } from "../support/query-plans.ts";

testOn("sqlite")("what waits in a queue is not read before it is due", async ({ portal }) => {
  const plans = watchPlans(portal);
  const { database, registry, now } = portal;
  const { read } = database;
  await personToTell(read, now());
  await holderToTell(read, registry, now());
  await dueToldAnswers(read, { registry, now: now(), atMost: 10 });
  await database.write(async (writer) => {
    await dueMail(database, writer, now());
    await dueDelivery(database, writer, "webhook", now());
  });
  const steps = (await plans()).flatMap(({ text, plan }) => (text.includes("schema_step") ? [] : plan.slice(0, 1)));
  expect(steps.toSorted()).toEqual([
    "SEARCH alert USING INDEX alert_by_due (due_at<?)",
    "SEARCH holder USING INDEX holder_by_tell (tell_at<?)",
    "SEARCH mail USING INDEX mail_by_next_try (next_try_at<?)",
    "SEARCH told_answer USING INDEX told_answer_by_due (due_at<?)",
    "SEARCH webhook_delivery USING INDEX webhook_delivery_due (webhook_id=? AND next_try_at<?)",
  ]);
});
