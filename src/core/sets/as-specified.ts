import type { StartingSet } from "./starting-set.ts";

/** Work in Canada and Australia, as the program is without a set: its twelve kinds of document, the IRCC number, its offices. */
export const asSpecifiedSet: StartingSet = { papers: [], kindsOff: [], secondNumber: null };
