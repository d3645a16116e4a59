/** The parts of the settings in the order of the page. Each has a form of its own. */
export const sectionIds = [
  "operator",
  "publishing",
  "records",
  "retention",
  "accounts",
  "backups",
  "log",
  "places",
] as const;

export type SectionId = (typeof sectionIds)[number];

export type Boxes = Readonly<Record<string, string>>;

export type ShownSection = {
  id: SectionId;
  /** A digest of the boxes when the form was opened: another one when it is saved means that somebody else changed them. */
  seen: string;
  filled: Boxes;
};

export const officialPlaceBox = (kind: string, place: number, part: "label" | "to"): string =>
  `officialPlaces.${kind}.${place}.${part}`;
