import { makeZip } from "client-zip";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { writtenDay } from "#i18n/written.ts";
import { type CheckedRow, checkList } from "#operations/desk/check-list.ts";
import { receiptPdf } from "#operations/desk/receipt-pdf.ts";
import { listOfForm, listReceiver } from "#operations/desk/receive-list.ts";
import type { StopReason } from "#core/desk/guessing.ts";
import { isComplete } from "#core/desk/list-in-table.ts";
import { endedInAnswer } from "#verify/lookup-receipt.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";
import { fileAnswer, inLanguage, inOnePart, notFoundOnGet, tableAnswer } from "../export/file-answer.server.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import type { Route } from "./+types/desk-table.route.ts";

export const loader = notFoundOnGet;

/** Returns a ZIP file: the table with the answers, and the receipt as a page and as a signed token. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const here = pages.desk.path;
  let purpose = "";
  return answerOrSayWhy(visit, { back: here, here, typed: () => purpose }, async () => {
    const form = await visit.readUploads(request, listReceiver(portal, actor));
    purpose = form.fields.get("purpose") ?? "";
    const checked = await checkList(portal, actor, listOfForm(form));
    const pdf = await receiptPdf(portal, checked, spokenLocale() === "bn" ? "bn" : "en");
    const lastModified = new Date(portal.now());
    const files = async function* () {
      yield { name: "list.xlsx", input: answeredTable(checked), lastModified };
      yield { name: "receipt.pdf", input: pdf, lastModified };
      yield { name: "receipt.jwt", input: checked.token, lastModified };
    };
    return fileAnswer("checked-list.zip", "application/zip", makeZip(inLanguage(files())));
  });
}

type CheckedTable = Pick<Awaited<ReturnType<typeof checkList>>, "heads" | "rows" | "stoppedFor">;

/** The table as it was sent, with the answers in new columns. */
function answeredTable({ heads, rows, stoppedFor }: CheckedTable): Response {
  const width = Math.max(heads.length, ...rows.map(({ cells }) => cells.length));
  const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? "");
  const titles = [
    ...wide(heads),
    m.desk_answer(),
    m.desk_ended(),
    m.desk_published(),
    m.desk_documents(),
    m.desk_line(),
    m.desk_proof(),
  ];
  const answered = rows.map((row) => [...wide(row.cells), ...answerCells(row, stoppedFor)]);
  return tableAnswer("list", "xlsx", { titles, parts: inOnePart(answered) });
}

function answerCells({ answered, ...row }: CheckedRow, stoppedFor: StopReason | null): string[] {
  const unchecked = stoppedFor === "misses" ? m.desk_unchecked_misses : m.desk_unchecked_names;
  if (!answered) return [isComplete(row) ? unchecked() : m.desk_incomplete(), "", "", "", "", ""];
  const { answer, disclosure } = answered;
  if (answer.outcome === "nothing") return [m.desk_nothing(), "", "", "", answer.digest, disclosure];
  const titles = answer.documents.map((kind) => documentTitle(kind, "/")).join(", ");
  const ended = endedInAnswer(answer).map(({ kind, lastDay }) => `${documentTitle(kind, "/")}: ${writtenDay(lastDay)}`);
  return [m.desk_shown(), ended.join(", "), publishedOn(answer), titles, answer.digest, disclosure];
}

const publishedOn = ({ published, content_since }: { published: string; content_since?: string }): string =>
  content_since === undefined
    ? writtenDay(published)
    : `${writtenDay(published)}. ${m.content_changed({ date: writtenDay(content_since) })}`;
