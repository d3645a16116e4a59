import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { isReference } from "#core/reports/report.ts";
import { receiveReport } from "#operations/reports/receive-report.ts";
import { type ReportAnswer, reportForm, ReportPage, type ReportTyped } from "./report-page.tsx";
import { useSite } from "../frame/site-facts.ts";
import { isOnlyAnotherLanguage } from "../frame/route-handle.ts";
import { type Visit, visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/report.route.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const form = new URLSearchParams(await request.text());
  const typed = typedIn(form);
  const reference = form.get("reference") ?? "";
  if (isOnlyAnotherLanguage(form) && isReference(reference)) return data<ReportAnswer>({ kind: "received", reference });
  // From a result, with what was asked for already in it; or with what was typed in another language.
  if (form.get("step") === "start" || isOnlyAnotherLanguage(form)) return data<ReportAnswer>({ kind: "begun", typed });
  const answer = await received(typed, context.get(visitContext), isFilledByProgram(form));
  return data<ReportAnswer>(answer, { status: statusOf(answer) });
}

export const handle = { typedForm: reportForm };

export default function Report({ actionData }: Route.ComponentProps) {
  return <ReportPage site={useSite()} answer={actionData} />;
}

const typedIn = (form: URLSearchParams): ReportTyped => ({
  kind: form.get("kind") ?? "",
  about: form.get("about") ?? form.get("number") ?? "",
  // Browsers count a line's end as one character and send two.
  message: (form.get("message") ?? "").replaceAll("\r\n", "\n"),
  contact: form.get("contact") ?? "",
});

/** People do not see this field. */
const isFilledByProgram = (form: URLSearchParams) => (form.get("website") ?? "") !== "";

async function received(typed: ReportTyped, visit: Visit, isJunk: boolean): Promise<ReportAnswer> {
  const { portal, report, clientAddress, answerHeaders } = visit;
  try {
    const { reference } = await receiveReport(portal, typed, { clientAddress, isJunk });
    return { kind: "received", reference };
  } catch (error) {
    if (isPortalError(error) && error.id === "invalid")
      return { kind: "incomplete", typed, fields: error.fields ?? {} };
    if (isPortalError(error) && error.id === "too-many-requests") {
      if (error.waitSeconds !== undefined) answerHeaders.set("Retry-After", String(error.waitSeconds));
      return { kind: "limited", typed };
    }
    report(error);
    return { kind: "failed", typed };
  }
}

function statusOf({ kind }: ReportAnswer): number {
  if (kind === "incomplete") return 400;
  if (kind === "limited") return 429;
  return kind === "failed" ? 503 : 200;
}
