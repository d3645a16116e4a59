/** The forms of the settings. */
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
