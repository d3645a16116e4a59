import { asSpecifiedSet } from "./as-specified.ts";
import { emptySet } from "./empty.ts";
import { gulfSet } from "./gulf.ts";
import { singaporeSet } from "./singapore.ts";
import type { StartingSet } from "./starting-set.ts";
import { studentsSet } from "./students.ts";

/** In the order of the choice. */
export const startingSets = {
  "as-specified": asSpecifiedSet,
  gulf: gulfSet,
  singapore: singaporeSet,
  students: studentsSet,
  empty: emptySet,
} as const satisfies Record<string, StartingSet>;
export type SetId = keyof typeof startingSets;

export const isSetId = (text: unknown): text is SetId => typeof text === "string" && Object.hasOwn(startingSets, text);
