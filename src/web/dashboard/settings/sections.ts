import type { Feature } from "#core/settings/features.ts";

/** The parts of the settings in the order of the page. Each part has its own form. */
export const sectionIds = [
  "operator",
  "publishing",
  "records",
  "retention",
  "accounts",
  "backups",
  "log",
  "places",
  "features",
] as const;

export type SectionId = (typeof sectionIds)[number];

export type Boxes = Readonly<Record<string, string>>;

export type ShownSection = {
  id: SectionId;
  /**
   * A hash of the boxes when the form was opened. If it differs when the form is saved, somebody else has changed them.
   */
  seen: string;
  filled: Boxes;
};

export const officialPlaceBox = (kind: string, place: number, part: "label" | "to"): string =>
  `officialPlaces.${kind}.${place}.${part}`;

export const featureBox = (feature: Feature): string => `features.${feature}`;
