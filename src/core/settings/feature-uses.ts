import { type Feature, features, featuresWhere, firstFeatures, isOn, thatNeed, type WithFeatures } from "./features.ts";

/** What shows that a site uses a feature: the rows of a table, or what is counted in another way. */
export const usesOfFeature = {
  classes: ["class", "enrolment"],
  news: ["post"],
  bulk: ["bulkRun"],
  imports: ["importRun", "import_column"],
  exports: ["takenTable"],
  passports: [],
  statements: ["standingStatement"],
  slips: [],
  desk: ["organisation", "told_answer"],
  watches: ["watch"],
  holders: ["holder", "holder_link", "shareCode"],
  wallets: ["walletCopy"],
  registers: ["believedRegister"],
  witnesses: ["logWitness"],
  webhooks: ["webhook"],
  embedding: [],
} as const satisfies Record<Feature, readonly string[]>;

export type CountedUse = (typeof usesOfFeature)[Feature][number];

/** What an upgraded site keeps on of features that it did not know: what a new site has, what it uses, and what those need. */
export const keptOn = (before: WithFeatures, further: readonly Feature[], isUsed: (feature: Feature) => boolean) => {
  const isKept = (feature: Feature) =>
    further.includes(feature) ? firstFeatures[feature] || isUsed(feature) : isOn(before, feature);
  return featuresWhere((feature) => isKept(feature) || thatNeed(feature).some(isKept));
};

export const switchedOff = (before: WithFeatures, after: WithFeatures): Feature[] =>
  features.filter((feature) => isOn(before, feature) && !isOn(after, feature));
