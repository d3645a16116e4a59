import { href } from "react-router";
import { takeRecords } from "#operations/bulk/read-run.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { notFoundOnGet } from "../export/file-answer.server.ts";
import { recordTable } from "../export/record-table.server.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import type { Route } from "./+types/bulk-export.route.ts";
import { bulkProblems } from "../record-list/run-words.ts";

export const loader = notFoundOnGet;

export async function action({ request, context, params: { id } }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const { format } = await readForm(request);
  const declared = await visit.settings();
  const back = href(pages.bulkRun.path, { id });
  return answerOrSayWhy(visit, { back, here: back, problems: bulkProblems }, async () =>
    recordTable(await takeRecords(portal, actor, id, "export"), { format, now: portal.now(), declared }),
  );
}
