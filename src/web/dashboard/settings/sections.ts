/** The parts of the settings in the order of the page. Each has a form of its own. */
export const sectionIds = ["operator", "publishing", "records", "accounts", "places"] as const;

export type SectionId = (typeof sectionIds)[number];

/** What stands in the boxes of a form, by their names. */
export type Boxes = Readonly<Record<string, string>>;

export type ShownSection = {
  id: SectionId;
  /** Tells what stood there when the form was opened from what stands there when it is saved. */
  seen: string;
  filled: Boxes;
};

export const officialPlaceBox = (kind: string, place: number, part: "label" | "to"): string =>
  `officialPlaces.${kind}.${place}.${part}`;
