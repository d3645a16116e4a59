import { type Feature, features, needs } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { featureBox } from "./sections.ts";

type FeatureWords = {
  name: () => string;
  /** In one line what it is for and who needs it. */
  use: () => string;
  /** What does not go on while it is off, although it was given out. */
  off?: () => string;
};

export const featureWords: Record<Feature, FeatureWords> = {
  classes: { name: m.feature_classes, use: m.feature_classes_use },
  desk: { name: m.feature_desk, use: m.feature_desk_use },
  embedding: { name: m.feature_embedding, use: m.feature_embedding_use },
  holders: { name: m.feature_holders, use: m.feature_holders_use, off: m.feature_holders_off },
  wallets: { name: m.feature_wallets, use: m.feature_wallets_use },
  exports: { name: m.feature_exports, use: m.feature_exports_use },
  imports: { name: m.import_title, use: m.feature_imports_use },
  bulk: { name: m.bulk_title, use: m.feature_bulk_use },
  news: { name: m.feature_news, use: m.feature_news_use },
  passports: { name: m.feature_passports, use: m.feature_passports_use },
  statements: { name: m.feature_statements, use: m.feature_statements_use },
  slips: { name: m.feature_slips, use: m.feature_slips_use },
  registers: { name: m.feature_registers, use: m.feature_registers_use },
  watches: { name: m.feature_watches, use: m.feature_watches_use },
  witnesses: { name: m.feature_witnesses, use: m.feature_witnesses_use },
  webhooks: { name: m.feature_webhooks, use: m.feature_webhooks_use },
};

/** The names of the features that this one needs; "" if it needs none. */
const neededBy = (feature: Feature): string => (needs[feature] ?? []).map((one) => featureWords[one].name()).join(", ");

export const needsWords = (feature: Feature): string =>
  needs[feature] ? m.feature_needs({ names: neededBy(feature) }) : "";

/** What is wrong with the box of a feature, by its name. */
export const featureProblems = Object.fromEntries(
  features.map((feature) => [
    featureBox(feature),
    { "feature-needed": () => m.feature_needed({ names: neededBy(feature) }) },
  ]),
);
