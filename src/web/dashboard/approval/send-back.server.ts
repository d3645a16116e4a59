import { data } from "react-router";
import { type FieldProblem, isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { sendBackRecord } from "#operations/records/decide-on-record.ts";
import type { SendBackState } from "./send-back.tsx";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";

type SendBack = { id: string; expectedVersion: number | undefined; reason: string; back: string };

/** Goes on to the next page, or answers the same one with the reason as it was typed. */
export async function sendBack(
  { portal, report }: Visit,
  actor: Actor,
  { id, expectedVersion, reason, back }: SendBack,
) {
  try {
    await sendBackRecord(portal, actor, { id, expectedVersion }, reason);
    return redirectInApp(back, "sent-back", id);
  } catch (error) {
    report(error);
    if (isPortalError(error) && error.id === "not-found") return redirectInApp(back, "gone");
    const status = isPortalError(error) ? error.status : 500;
    return data<SendBackState>({ reason, problem: problemOf(error) }, status);
  }
}

function problemOf(error: unknown): string {
  if (!isPortalError(error)) return m.flash_failed();
  if (error.id === "stale") return m.flash_stale();
  const problem = error.fields?.["reason"];
  return (problem && words.get(problem))?.() ?? m.flash_failed();
}

const words = new Map<FieldProblem, () => string>([
  ["required", m.send_back_reason_required],
  ["too-long", m.field_too_long],
  ["not-text", m.field_not_text],
]);
