import { data } from "react-router";
import { lookupPageAt, lookupPages } from "#core/candidates/lookup-pages.ts";
import { isPortalError } from "#core/errors.ts";
import { type LookupQuestion, lookUpCandidate } from "#operations/candidates/look-up-candidate.ts";
import type { Asked } from "#ui/ask-again.tsx";
import type { Lookup, LookupAnswer } from "#ui/lookup-answer.tsx";
import { keptHere } from "./kept-here.ts";
import type { Visit } from "./visit.ts";

export const KeptLookup = keptHere<Lookup>();

/** What a visitor asked and the answer. Hidden, denied and missing records are one answer, down to the status. */
export async function answerLookup(request: Request, visit: Visit) {
  const { by } = lookupPages[lookupPageAt(new URL(request.url).pathname)];
  const asked = await readAsked(request);
  const answer = await answerTo(asked, visit, by);
  const lookup: Lookup = { asked, at: visit.portal.now(), answer };
  return data(new KeptLookup(lookup), { status: statusOf(answer) });
}

/** Anything but a plain form has no number in it. */
async function readAsked(request: Request): Promise<Asked> {
  const form = new URLSearchParams(await request.text());
  return { number: form.get("number")?.trim() ?? "", name: form.get("name")?.trim() ?? "" };
}

async function answerTo({ number, name }: Asked, visit: Visit, by: LookupQuestion["by"]): Promise<LookupAnswer> {
  try {
    const { lookupPolicy } = await visit.settings();
    if (number === "") return { kind: "incomplete", missing: "number" };
    if (lookupPolicy === "guarded" && name === "") return { kind: "incomplete", missing: "name" };
    const candidate = await lookUpCandidate(visit.portal, { by, number, name });
    return candidate ? { kind: "found", candidate } : { kind: "none" };
  } catch (error) {
    visit.report(error);
    return { kind: "failed", reason: isPortalError(error) && error.id === "unavailable" ? "unavailable" : "internal" };
  }
}

function statusOf(answer: LookupAnswer): number {
  if (answer.kind === "incomplete") return 400;
  if (answer.kind === "limited") return 429;
  if (answer.kind === "failed") return answer.reason === "unavailable" ? 503 : 500;
  return 200;
}
