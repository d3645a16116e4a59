import { type Feature, features } from "#core/settings/features.ts";
import { type CountedUse, keptOn, usesOfFeature } from "#core/settings/feature-uses.ts";
import { linesOf } from "#core/settings/log-settings.ts";
import type { Settings } from "#core/settings/settings.ts";
import { system } from "#core/accounts/actor.ts";
import { countAuditEvents } from "#storage/database/audit.ts";
import type { Reader } from "#storage/database/database.ts";
import { countUsableShareCodes } from "#storage/database/holders/share-codes.ts";
import { countStandingStatements } from "#storage/database/proofs/statements.ts";
import { countImports, countRuns } from "#storage/database/records/bulk-runs.ts";
import { countRows, updateRow } from "#storage/database/rows.ts";
import { settingsRow, type SettingsRow } from "#storage/database/settings.ts";
import { siteWebhooks } from "#storage/database/webhooks.ts";
import { sealSettings, settingsIn, storedSettings } from "../portal/current-settings.ts";
import { changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsEntity, settingsId } from "./change-settings.ts";

export type FeatureUse = { what: CountedUse; count: number };

type Site = { reader: Reader; settings: Settings; now: number };

/** The webhooks of organisations belong to the desk. Copies in wallets and tables that were taken have no row here: the history has them. */
const otherCounts = {
  webhook: async ({ reader }: Site) => (await siteWebhooks(reader)).length,
  walletCopy: ({ reader }: Site) => countAuditEvents(reader, { ...allEvents, actions: ["holder-credential-issued"] }),
  bulkRun: ({ reader }: Site) => countRuns(reader),
  shareCode: ({ reader, now }: Site) => countUsableShareCodes(reader, now),
  standingStatement: ({ reader, now }: Site) => countStandingStatements(reader, now),
  importRun: ({ reader }: Site) => countImports(reader),
  takenTable: ({ reader }: Site) => countAuditEvents(reader, { ...allEvents, actions: ["records-exported"] }),
  believedRegister: async ({ settings }: Site) => linesOf(settings.log.registers).length,
  logWitness: async ({ settings }: Site) => linesOf(settings.log.witnesses).length,
};

const allEvents = { actor: null, about: null, from: null, before: null };

const isOther = (what: CountedUse): what is keyof typeof otherCounts => Object.hasOwn(otherCounts, what);

const countOf = (site: Site, what: CountedUse): Promise<number> =>
  isOther(what) ? otherCounts[what](site) : countRows(site.reader, what);

/** Counts what there is of a feature. It stays while the feature is off. */
export async function usesOf(site: Site, feature: Feature): Promise<FeatureUse[]> {
  const counted = async (what: CountedUse) => ({ what, count: await countOf(site, what) });
  const uses = await Array.fromAsync(usesOfFeature[feature], counted);
  return uses.filter(({ count }) => count > 0);
}

/** The features of which the stored settings say nothing: all after version 1.0. Until they are counted, they are on. */
function uncounted(portal: Pick<Portal, "keyring">, row: SettingsRow): Feature[] {
  const { features: stored = {} } = storedSettings(portal, row);
  return features.filter((feature) => !Object.hasOwn(stored, feature));
}

/** Nothing is stored of what other sites embed, so it may be used. Under the policy `code`, visitors need what holders make. */
const mayBeUsed = async (site: Site, feature: Feature) =>
  usesOfFeature[feature].length === 0 ||
  (feature === "holders" && site.settings.lookupPolicy === "code") ||
  (await usesOf(site, feature)).length > 0;

/** At the first start of a version with further features, switches off what the site does not use and a new site does not have either. */
export async function countFeatures(portal: Portal): Promise<void> {
  const stored = await portal.database.find(settingsRow, []);
  if (!stored || uncounted(portal, stored).length === 0) return;
  const actor = system("upgrade");
  await changeLocked(portal, actor, settingsEntity, { id: settingsId }, async ({ within, writer, row, key, log }) => {
    const further = uncounted(within, row);
    if (further.length === 0) return;
    const before = settingsIn(within, row);
    const used = new Set<Feature>();
    for (const feature of further)
      if (await mayBeUsed({ reader: writer, settings: before, now: within.now() }, feature)) used.add(feature);
    const kept = keptOn(before, further, (feature) => used.has(feature));
    const columns = { version: row.version + 1, changed_at: within.now() };
    const after = { ...before, features: kept };
    await updateRow(writer, "settings", settingsId, sealSettings(key, after, columns));
    await log("settings-changed", { features: { from: before.features, to: kept } });
  });
}
