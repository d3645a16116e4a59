import { href } from "react-router";
import { z } from "zod";
import { type BulkKind, type BulkState, chosenKinds, isBulkChange } from "#core/records/bulk-run.ts";
import { everyLabel } from "#core/own-fields/own-paper.ts";
import { PortalError } from "#core/errors.ts";
import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenCount, writtenMoment } from "#i18n/written.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { isUndoRun, readRuns } from "#operations/bulk/read-run.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { type Column, DataTable, RowLink } from "#design/table/data-table.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readFields } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { listOf } from "../frame/links.ts";
import { readPage } from "../frame/read-page.server.ts";
import { backTo, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import { fieldName } from "../imports/import-words.ts";
import { questionOf } from "../record-list/record-list.server.ts";
import type { Route } from "./+types/bulk-runs.route.ts";
import { bulkProblems, kindWords } from "../record-list/run-words.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => {
    const labels = everyLabel(await visit.settings());
    return {
      rows: (await readRuns(portal, actor)).map(({ run, counts, name = "" }) => ({
        what: run.field === null ? name : fieldName(run.field, labels),
        id: run.id,
        kind: run.kind,
        state: run.state,
        isUndo: isUndoRun(run),
        at: writtenMoment(run.asked_at),
        records: messageCount(counts.all),
        done:
          hasDone(run.state) && isBulkChange(run.kind) && counts.done < counts.all ? writtenCount(counts.done) : null,
      })),
    };
  });

const hasDone = (state: BulkState) => state === "running" || state === "done" || state === "stopped";

const kindSchema = z.enum(chosenKinds).catch("export");

/** Creates a run for the ticked records, or for all that match the list. The next page asks for confirmation. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readFields(request);
  const kind = kindSchema.parse(form.get("do"));
  const back = backTo(form.get("back"), listOf(actor.role));
  const list = new URLSearchParams(new URL(back, portal.publicOrigin).search);
  const leftBy = form.get("left-by");
  const ids = form.getAll("record");
  if (!form.has("all") && ids.length === 0) return redirectInApp(back, "bulk-none");
  return answerOrSayWhy(visit, { back, here: back, problems: bulkProblems }, async () => {
    if (kind === "export" && !isOn(await visit.settings(), "exports")) throw new PortalError("not-found");
    const all = async () => (leftBy === null ? { question: await questionOf(portal, list) } : { leftBy });
    const { id } = await askForRun(portal, actor, kind, form.has("all") ? await all() : { ids });
    return redirectInApp(`${href(pages.bulkRun.path, { id })}?${new URLSearchParams({ back }).toString()}`);
  });
}

type ListedRun = Route.ComponentProps["loaderData"]["rows"][number];

export default function BulkRuns({ loaderData: { rows }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.bulk_title()} answer={actionData}>
      <p className="max-w-prose text-quiet">{m.bulk_text()}</p>
      <DataTable
        caption={m.bulk_title()}
        columns={columns()}
        rows={rows}
        empty={<EmptyState title={m.bulk_empty_title()} text={m.bulk_empty_text()} />}
      />
    </FormPage>
  );
}

const nameOf = (kind: BulkKind, isUndo: boolean) => (isUndo ? `${m.undo()}: ${kindWords[kind]()}` : kindWords[kind]());

const columns = (): Column<ListedRun>[] => [
  {
    title: m.bulk_what(),
    look: "main",
    cell: ({ id, kind, isUndo, what, at }) => (
      <RowLink
        to={href(pages.bulkRun.path, { id })}
        label={`${nameOf(kind, isUndo)} ${what}`.trim()}
        of={at}
        hotkey="o"
        isMain
      />
    ),
  },
  {
    title: m.bulk_records(),
    // The number is not yet known for an import whose columns have not been chosen.
    cell: ({ records, done, state }) =>
      state !== "received" &&
      (done === null ? m.records_found(records) : m.bulk_done_of({ done, all: records.written })),
  },
  { title: m.state(), look: "state", cell: RunState },
  { title: m.bulk_when(), cell: ({ at }) => <span className="text-quiet">{at}</span> },
];

/** The state of a run as one word. A run that changes no records has no state. */
const RunState = ({ kind, state }: { kind: BulkKind; state: BulkState }) =>
  isBulkChange(kind) && <ShapedWord shape={shapes[state]} word={words[state]()} />;

const shapes = {
  received: "hidden",
  checking: "waiting",
  asked: "hidden",
  running: "waiting",
  done: "shown",
  stopped: "returned",
} as const;

const words: Record<BulkState, () => string> = {
  received: m.bulk_state_asked,
  checking: m.import_state_checking,
  asked: m.bulk_state_asked,
  running: m.bulk_state_running,
  done: m.bulk_state_done,
  stopped: m.bulk_state_stopped,
};
