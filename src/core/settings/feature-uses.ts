import {
  type Feature,
  type Features,
  features,
  featuresWhere,
  firstFeatures,
  isOn,
  type WithFeatures,
} from "./features.ts";

/** What shows that a site uses a feature: the rows of a table, or what is counted in another way. */
export const usesOfFeature = {
  classes: ["class", "enrolment"],
  news: ["post"],
  imports: ["importRun", "import_column"],
  exports: ["takenTable"],
  passports: [],
  slips: [],
  desk: ["organisation", "told_answer"],
  watches: ["watch"],
  wallets: ["walletCopy"],
  registers: ["believedRegister"],
  witnesses: ["logWitness"],
  webhooks: ["webhook"],
  embedding: [],
} as const satisfies Record<Feature, readonly string[]>;

export type CountedUse = (typeof usesOfFeature)[Feature][number];

/** What a site of version 1.0 keeps on: what a new site has, and what it uses. */
export const featuresInUse = (isUsed: (feature: Feature) => boolean): Features =>
  featuresWhere((feature) => firstFeatures[feature] || isUsed(feature));

export const switchedOff = (before: WithFeatures, after: WithFeatures): Feature[] =>
  features.filter((feature) => isOn(before, feature) && !isOn(after, feature));
