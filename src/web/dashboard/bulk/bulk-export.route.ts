import { href } from "react-router";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { datedKinds } from "#core/records/last-days.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { serverDay } from "#core/server-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { stateWords } from "#design/page/state-label.tsx";
import { takeRecords } from "#operations/bulk/read-run.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { documentTitle } from "../../lookup/documents.tsx";
import { pages } from "../../pages.ts";
import { answerOrSayWhy } from "../frame/run-action.server.ts";
import { byteOrderMark, csvLine } from "./csv.ts";
import type { Route } from "./+types/bulk-export.route.ts";
import { bulkProblems } from "./run-words.ts";

/** The table is only given to a POST, which is logged. */
export const loader = (): Response => new Response(null, { status: 404 });

/** The table as a file. It is sent as it is read, so that a long one takes no memory. */
export async function action({ request, context, params: { id } }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  await readForm(request);
  const back = href(pages.bulkRun.path, { id });
  return answerOrSayWhy(visit, { back, here: back, problems: bulkProblems }, async () => {
    const records = await takeRecords(portal, actor, id, "export");
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="records-${serverDay(portal.now())}.csv"`,
      "Cache-Control": "no-store",
    };
    return new Response(streamOf(linesOf(records)), { headers });
  });
}

const streamOf = (parts: AsyncGenerator<Uint8Array>): ReadableStream =>
  new ReadableStream({
    async pull(stream) {
      const part = await parts.next();
      if (part.done) stream.close();
      else stream.enqueue(part.value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });

async function* linesOf(parts: AsyncIterable<CandidateRecord[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark + csvLine(columns.map(({ title }) => title())));
  for await (const records of parts) {
    yield encoder.encode(records.map((record) => csvLine(columns.map(({ cell }) => cell(record)))).join(""));
  }
}

type Column = { title: () => string; cell: (record: CandidateRecord) => string };

/** As spreadsheets read it, by the server's clock. */
const dayOf = (at: number | null) => (at === null ? "" : serverDay(at));

const dayOfDocument = ([kind, day]: readonly [DocumentKind, string]) => `${day} ${documentTitle(kind, "/")}`;

const columns: readonly Column[] = [
  { title: m.passport_number, cell: ({ passportNumber }) => passportNumber },
  { title: m.ircc_number, cell: ({ irccNumber }) => irccNumber },
  { title: m.name, cell: ({ name }) => name },
  { title: m.nationality, cell: ({ nationality }) => nationality },
  { title: m.state, cell: (record) => stateWords[publicStateOf(record)]() },
  { title: m.column_added, cell: ({ addedAt }) => dayOf(addedAt) },
  { title: m.bulk_changed_on, cell: ({ changedAt }) => dayOf(changedAt) },
  { title: m.bulk_approved_on, cell: ({ approvedAt }) => dayOf(approvedAt) },
  { title: m.column_last_days, cell: ({ lastDays }) => datedKinds(lastDays).map(dayOfDocument).join("; ") },
];
