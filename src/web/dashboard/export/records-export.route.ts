import { takeArchive } from "#operations/exports/take-archive.ts";
import { takeMatching } from "#operations/records/list-records.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import type { FlashProblems } from "../../frame/flash/flash-messages.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { backTo } from "../../frame/redirect-in-app.server.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import { questionOf } from "../record-list/record-list.server.ts";
import type { Route } from "./+types/records-export.route.ts";
import { notFoundOnGet } from "./file-answer.server.ts";
import { recordArchive } from "./record-archive.server.ts";
import { recordTable } from "./record-table.server.ts";

export const loader = notFoundOnGet;

const problems: FlashProblems = { "archive-too-large": "export-too-large" };

/** Returns, as a table or with all scans, the records that match the list from which the form was sent. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const { format, back: from } = await readForm(request);
  const back = backTo(from, pages.records.path);
  const { searchParams } = new URL(back, portal.publicOrigin);
  const table = { now: portal.now(), declared: await visit.settings() };
  return answerOrSayWhy(visit, { back, here: back, problems }, async () => {
    const question = await questionOf(portal, searchParams);
    return format === "zip"
      ? recordArchive(await takeArchive(portal, actor, question), table)
      : recordTable(await takeMatching(portal, actor, question), { format, ...table });
  });
}
