import type { Feature } from "#core/settings/features.ts";
import type { SectionId } from "#core/settings/sections.ts";

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
