/** What a site can be without, in the order of Settings. Pages, calls, files, jobs and links of a feature name it. */
export const features = [
  "classes",
  "news",
  "bulk",
  "imports",
  "exports",
  "passports",
  "statements",
  "slips",
  "desk",
  "watches",
  "holders",
  "wallets",
  "registers",
  "witnesses",
  "webhooks",
  "embedding",
] as const;
export type Feature = (typeof features)[number];

export type Features = Readonly<Record<Feature, boolean>>;

/** What a new site has. What needs somebody outside the office to agree is off. */
export const firstFeatures: Features = {
  classes: true,
  news: true,
  bulk: true,
  imports: true,
  exports: true,
  passports: true,
  statements: true,
  slips: true,
  desk: false,
  watches: true,
  holders: false,
  wallets: false,
  registers: false,
  witnesses: false,
  webhooks: false,
  embedding: false,
};

/** A feature with these others. While one of them is off, it cannot be on. */
export const needs: Partial<Record<Feature, readonly Feature[]>> = {
  // An import is a bulk run: its report and its undo are on the pages of these.
  imports: ["bulk"],
  slips: ["statements"],
  // A copy in a wallet is a statement that a holder takes from their own page.
  wallets: ["holders", "statements"],
  // They sign the public log, which has a line for each statement and each withdrawal of one.
  witnesses: ["statements"],
};

/** The features that are on without one that they need. */
export const lackingNeeds = (all: Features): Feature[] =>
  features.filter((feature) => all[feature] && needs[feature]?.some((needed) => !all[needed]));

const allNeeds = (feature: Feature): Feature[] => (needs[feature] ?? []).flatMap((one) => [one, ...allNeeds(one)]);

/** The features that cannot be on while this one is off. */
export const thatNeed = (feature: Feature): Feature[] => features.filter((one) => allNeeds(one).includes(feature));

export const featuresWhere = (isOnThere: (feature: Feature) => boolean): Features =>
  // Object.fromEntries does not know that all features are among the entries.
  Object.fromEntries(features.map((feature) => [feature, isOnThere(feature)])) as Record<Feature, boolean>;

export const allFeatures: Features = featuresWhere(() => true);

export type WithFeatures = { readonly features: Features };

export const isOn = (site: WithFeatures, feature: Feature): boolean => site.features[feature];

/** One feature, or several that must all be on. */
export type OfFeature = { feature?: Feature | readonly Feature[] | undefined };

/** For pages, calls and files: true if it belongs to no feature, or to those that are on. */
export const isPartOf = (site: WithFeatures, part: OfFeature): boolean =>
  featuresOf(part).every((feature) => isOn(site, feature));

export const featuresOf = ({ feature = [] }: OfFeature): readonly Feature[] =>
  typeof feature === "string" ? [feature] : feature;
