import { data } from "react-router";
import { type FieldProblem, isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { sendBackCandidate } from "#operations/candidates/send-back-candidate.ts";
import type { SendBackState } from "#ui/dashboard/send-back.tsx";
import type { Visit } from "../visit.ts";
import { goOn } from "./go-on.ts";

type SendBack = { id: string; expectedVersion: number | undefined; reason: string; back: string };

/** Goes on to the next page, or answers the same one with the reason as it was typed. */
export async function sendBack(
  { portal, report }: Visit,
  actor: Actor,
  { id, expectedVersion, reason, back }: SendBack,
) {
  try {
    await sendBackCandidate(portal, actor, { id, expectedVersion }, reason);
    return goOn(back, "sent-back", id);
  } catch (error) {
    report(error);
    if (isPortalError(error) && error.id === "not-found") return goOn(back, "gone");
    const status = isPortalError(error) ? error.status : 500;
    return data<SendBackState>({ reason, problem: problemOf(error) }, status);
  }
}

function problemOf(error: unknown): string {
  if (!isPortalError(error)) return m.told_failed();
  if (error.id === "stale") return m.told_stale();
  const problem = error.fields?.["reason"];
  return (problem && words.get(problem))?.() ?? m.told_failed();
}

const words = new Map<FieldProblem, () => string>([
  ["required", m.send_back_reason_required],
  ["too-long", m.field_too_long],
  ["not-text", m.field_not_text],
]);
