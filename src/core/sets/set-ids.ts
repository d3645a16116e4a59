/** The sets to begin with, in the order of the choice. Apart from the sets, because pages load this and no set. */
export const setIds = ["as-specified", "gulf", "singapore", "students", "empty"] as const;
export type SetId = (typeof setIds)[number];

export const isSetId = (text: unknown): text is SetId => setIds.some((id) => id === text);
