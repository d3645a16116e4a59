import { beforeAll, describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { allFeatures, type Feature, type Features, firstFeatures } from "#core/settings/features.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { deliverWebhooks } from "#operations/alerts/deliver-webhooks.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import {
  currentSettings,
  keyOfSettings,
  sealedSettings,
  versionedSettings,
} from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { readStatement } from "#operations/records/read-statement.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { countFeatures } from "#operations/settings/feature-uses.ts";
import { offerToWatch } from "#operations/watches/offer-to-watch.ts";
import { addWebhook, sendTest, readWebhooks } from "#operations/webhooks/manage-webhooks.ts";
import { countRows, updateRow } from "#storage/database/rows.ts";
import { switchOff } from "../support/features.ts";
import { freshPortal, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { freshReceiver, onLoopback, trustLocalhost } from "../support/webhook-receiver.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";

const test = testOn("sqlite");

beforeAll(trustLocalhost);

const never = new AbortController().signal;
const deliver = (portal: Portal) =>
  deliverWebhooks(portal, { stopping: never, cut: never, report: (error) => expect.unreachable(String(error)) });

const switchTo = (portal: Portal, change: Partial<Record<Feature, boolean>>) =>
  changeSettings(portal, system("test"), { change: { features: { ...allFeatures, ...change } } });

/** Stores the settings as an older version did, which knew only these features. Version 1.0 knew none. */
async function asOfOlder(portal: Portal, known?: Features): Promise<void> {
  const { settings, version, changedAt } = await versionedSettings(portal);
  const { features: _, ...ofOld } = settings;
  const place = { version, changed_at: changedAt };
  const stored = { ...ofOld, ...(known && { features: known }), rowsAreBound: true };
  const columns = { sealed: sealedSettings.seal(await keyOfSettings(portal), place, stored) };
  await portal.database.write((writer) => updateRow(writer, "settings", "settings", columns));
  portal.settingsCache.last = null;
}

describe("the first start after version 1.0", () => {
  test("keeps on what the site uses and what a new site has, once, and logs it", async ({ portal, admin }) => {
    const { url } = await freshReceiver();
    await addWebhook(onLoopback(portal), admin, { url });
    await asOfOlder(portal);
    expect((await currentSettings(portal)).features).toEqual(allFeatures);
    await countFeatures(portal);
    const kept = { ...firstFeatures, webhooks: true, embedding: true };
    expect((await currentSettings(portal)).features).toEqual(kept);
    const { events } = await readAudit(portal, admin, { limit: 1 });
    expect(events[0]).toMatchObject({ action: "settings-changed", by: { id: "upgrade" } });

    await switchTo(portal, { webhooks: false });
    await countFeatures(portal);
    expect((await currentSettings(portal)).features).toEqual({ ...allFeatures, webhooks: false });
  });
});

test("a feature that a later version adds is kept on if the site uses it or has what needs it, once", async ({
  portal,
}) => {
  for (const [wallets, lookupPolicy, holders] of [
    [false, "open", false],
    [true, "open", true],
    [false, "code", true],
  ] as const) {
    await changeSettings(portal, system("test"), { change: { features: allFeatures, lookupPolicy } });
    const known = { ...allFeatures, classes: false, wallets };
    Reflect.deleteProperty(known, "holders");
    await asOfOlder(portal, known);
    await countFeatures(portal);
    expect((await currentSettings(portal)).features).toEqual({ ...known, holders });
  }
});

describe("while it is off", () => {
  test("nothing new is signed, what was signed ends with its record, and the rest is signed once it is on", async ({
    portal,
    admin,
  }) => {
    const signed = await addTestRecord(portal, admin);
    await switchOff(portal, ["statements"]);
    const unsigned = await addTestRecord(portal, admin);
    await hideRecord(portal, admin, { id: signed.id });
    await sweepStatements(portal);
    expect(await readStatement(portal, admin, signed.id)).toMatchObject({ withdrawn: { position: 1 } });
    expect(await readStatement(portal, admin, unsigned.id)).toBeNull();
    expect(await verifyStatements(portal)).toEqual({ whole: 1, broken: 0 });
    await switchOff(portal, []);
    await sweepStatements(portal);
    expect(await readStatement(portal, admin, unsigned.id)).toMatchObject({
      endedAt: null,
      published: { position: 2 },
    });
  });

  test("a webhook is told of nothing, and what waited is sent once it is on again", async () => {
    const site = onLoopback(await freshPortal("sqlite"));
    const admin = await freshAdmin(site);
    const receiver = await freshReceiver();
    await addWebhook(site, admin, { url: receiver.url });
    await followAuditLog(site);
    await sendTest(site, admin, { id: (await readWebhooks(site, admin))[0]?.id ?? "" });
    await switchTo(site, { webhooks: false });
    await addTestRecord(site, admin);
    await followAuditLog(site);
    await deliver(site);
    expect(receiver.received).toEqual([]);
    expect(await countRows(site.database.read, "webhook_delivery")).toBe(1);
    await switchTo(site, {});
    await deliver(site);
    expect(receiver.received).toHaveLength(1);
  });

  test("nobody is offered a mail, and those who wait are kept", async ({ portal }) => {
    await switchTo(portal, { watches: false });
    expect(await offerToWatch(portal, { number: "A1000001", name: "" })).toBeNull();
  });
});
