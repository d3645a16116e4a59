import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayApproveRecord } from "#core/staff/permissions.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { decideOnRecord } from "#operations/records/decide-on-record.ts";
import { countRecords } from "#operations/records/list-records.ts";
import { ApprovalTable, type WaitingRecord } from "./approval-table.tsx";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { runAction } from "../frame/run-action.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { pages } from "../../pages.ts";
import { photoOf } from "../records/record-list.server.ts";
import { placeIn } from "../frame/place-in-list.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import type { Route } from "./+types/approval.route.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { visit, actor } = await signedInVisit(context);
  return orErrorPage(visit, () => approvalQueue(visit, actor, url.searchParams));
}

/** One page of the queue as its table shows it. */
async function approvalQueue({ portal, settings }: Visit, actor: Actor, address: URLSearchParams) {
  const [{ fourEyes }, page, { count, isMore }] = await Promise.all([
    settings(),
    readApprovalQueue(portal, actor, { cursor: address.get("cursor") ?? undefined }),
    countRecords(portal, actor, { status: "waiting" }),
  ]);
  return {
    rows: page.records.map((record) => waiting(record, mayApproveRecord(actor, record, fourEyes))),
    count: { count, written: writtenCount(count), isMore },
    ...placeIn(address, page.next),
  };
}

function waiting(record: CandidateRecord, mayApprove: boolean): WaitingRecord {
  const { id, version, name, passportNumber, addedAt } = record;
  return {
    id,
    version,
    name,
    passportNumber,
    photo: photoOf(record),
    addedOn: writtenMoment(addedAt),
    mayApprove,
  };
}

/** Approves, or takes an approval back, for the queue and for the page of one record. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  const { do: does, id = "" } = form;
  if (does !== "approve" && does !== "unapprove") return redirectInApp(pages.approval.path);
  const back = backTo(form["back"], pages.approval.path);
  const [flash, decision] = does === "approve" ? (["approved", "approve"] as const) : (["unapproved", "deny"] as const);
  return runAction(
    visit,
    {
      flash,
      id,
      back,
      otherwise: backTo(form["from"], back),
      here: pages.approval.path,
      problems: { "not-allowed": "four-eyes" },
    },
    () => decideOnRecord(portal, actor, { id, expectedVersion: expectedVersion(form) }, decision),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ControlPost({ loaderData }: Route.ComponentProps) {
  return <ApprovalTable {...loaderData} />;
}
