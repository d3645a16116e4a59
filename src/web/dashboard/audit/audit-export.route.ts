import { officeClock } from "#core/office-clock.ts";
import type { OwnDeclared } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { type AuditedEvent, takeAudit } from "#operations/audit/read-audit.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { notFoundOnGet, tableAnswer } from "../export/file-answer.server.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import type { Route } from "./+types/audit-export.route.ts";
import { actionWord, subjectWord } from "./action-words.ts";
import { readAuditFilter, shownChanges, whoDid } from "./shown-event.server.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { getZone } from "#i18n/reader-zone.ts";

export const loader = notFoundOnGet;

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const { kept, question } = readAuditFilter(Object.entries(await readForm(request)));
  const back = `${pages.audit.path}?${new URLSearchParams(kept).toString()}`;
  return answerOrSayWhy(visit, { back, here: back }, async () => {
    const events = await takeAudit(portal, actor, question);
    const columns = columnsWith(await visit.settings());
    const titles = columns.map(({ title }) => title());
    return tableAnswer(`events-${officeToday(portal)}`, "csv", { titles, parts: rowsOf(events, columns) });
  });
}

async function* rowsOf(parts: AsyncIterable<AuditedEvent[]>, columns: readonly Column[]) {
  for await (const events of parts) yield events.map((event) => columns.map(({ cell }) => cell(event)));
}

type Column = { title: () => string; cell: (event: AuditedEvent) => string };

const columnsWith = (declared: OwnDeclared): readonly Column[] => [
  { title: m.audit_number, cell: ({ seq }) => String(seq) },
  { title: () => `${m.audit_when()} (${getZone()})`, cell: ({ at }) => officeClock(getZone(), at).replace("T", " ") },
  { title: m.audit_who, cell: ({ by }) => whoDid(by) },
  { title: m.audit_account, cell: ({ by }) => by.id },
  { title: m.audit_what, cell: ({ action: done }) => actionWord(done) },
  { title: m.audit_about, cell: ({ about }) => `${subjectWord(about.subject)}: ${about.name ?? about.id}` },
  {
    title: m.audit_values,
    cell: (event) =>
      shownChanges(event, declared)
        .map(({ label, words }) => `${label}: ${words}`)
        .join("\n"),
  },
];
