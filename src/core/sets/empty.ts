import { documentKinds } from "../records/document-kinds.ts";
import type { StartingSet } from "./starting-set.ts";

/** For an office that makes all of its papers itself. */
export const emptySet: StartingSet = { papers: [], kindsOff: documentKinds, secondNumber: "absent" };
