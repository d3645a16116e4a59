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
  /** The kinds and papers with offices to ask, in the order of the form. */
  titles?: Boxes;
};

/** The kind or paper of a box of an office to ask. */
export const kindOfPlaceBox = (name: string): string | undefined => /^officialPlaces\.(\w+)\./.exec(name)?.[1];

export const officialPlaceBox = (kind: string, place: number, part: "label" | "to"): string =>
  `officialPlaces.${kind}.${place}.${part}`;

export const featureBox = (feature: Feature): string => `features.${feature}`;
