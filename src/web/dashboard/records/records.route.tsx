import { pages } from "../../pages.ts";
import { RecordTable } from "./record-table.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { addressOfList, recordList } from "./record-list.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Route } from "./+types/records.route.ts";

const page = pages.records.path;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  return orErrorPage(visit, () => recordList(portal, actor, url.searchParams));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  const { do: does, id = "" } = form;
  // A search comes as a form, so that no number is in an address.
  if (does !== "hide" && does !== "unhide") return redirectInApp(page + addressOfList(portal, form));
  const [flash, change] = does === "hide" ? (["hidden", hideRecord] as const) : (["unhidden", unhideRecord] as const);
  return runAction(visit, { flash, id, back: backTo(form["back"], page), here: page }, () =>
    change(portal, actor, { id }),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Update({ loaderData, actionData }: Route.ComponentProps) {
  return <KeepFormOnFailure answer={actionData}>{() => <RecordTable {...loaderData} />}</KeepFormOnFailure>;
}
