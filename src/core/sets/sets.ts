import { asSpecifiedSet } from "./as-specified.ts";
import { emptySet } from "./empty.ts";
import { gulfSet } from "./gulf.ts";
import type { SetId } from "./set-ids.ts";
import { singaporeSet } from "./singapore.ts";
import type { StartingSet } from "./starting-set.ts";
import { studentsSet } from "./students.ts";

export const startingSets: Record<SetId, StartingSet> = {
  "as-specified": asSpecifiedSet,
  gulf: gulfSet,
  singapore: singaporeSet,
  students: studentsSet,
  empty: emptySet,
};
