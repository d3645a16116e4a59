/** What a site can be without, in the order of Settings. Pages, calls, files, jobs and links of a feature name it. */
export const features = [
  "classes",
  "news",
  "imports",
  "exports",
  "passports",
  "slips",
  "desk",
  "watches",
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
  imports: true,
  exports: true,
  passports: true,
  slips: true,
  desk: false,
  watches: true,
  wallets: false,
  registers: false,
  witnesses: false,
  webhooks: false,
  embedding: false,
};

export const featuresWhere = (isOnThere: (feature: Feature) => boolean): Features => ({
  classes: isOnThere("classes"),
  news: isOnThere("news"),
  imports: isOnThere("imports"),
  exports: isOnThere("exports"),
  passports: isOnThere("passports"),
  slips: isOnThere("slips"),
  desk: isOnThere("desk"),
  watches: isOnThere("watches"),
  wallets: isOnThere("wallets"),
  registers: isOnThere("registers"),
  witnesses: isOnThere("witnesses"),
  webhooks: isOnThere("webhooks"),
  embedding: isOnThere("embedding"),
});

export const allFeatures: Features = featuresWhere(() => true);

export type WithFeatures = { readonly features: Features };

export const isOn = (site: WithFeatures, feature: Feature): boolean => site.features[feature];

/** For pages, calls and files: true if it belongs to no feature, or to one that is on. */
export const isPartOf = (site: WithFeatures, { feature }: { path: string; feature?: Feature | undefined }): boolean =>
  feature === undefined || isOn(site, feature);
