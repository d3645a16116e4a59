import { href, Link, useLocation } from "react-router";
import { isPartOf } from "#core/settings/features.ts";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import { type AnyKind, datedHere, everyLabel } from "#core/own-fields/own-paper.ts";
import { unseenKinds } from "#core/records/visibility.ts";
import type { Settings } from "#core/settings/settings.ts";
import { staffTitle } from "#i18n/document-titles.ts";
import { m } from "#i18n/compiled/messages.js";
import { beginRun, stopRun, undoRun } from "#operations/bulk/begin-run.ts";
import { kindsWithLastDay } from "#core/records/last-days.ts";
import { parseNewValue } from "#core/records/new-value.ts";
import { changeColumns, takeNumbers, takeUnusual } from "#operations/imports/choose-columns.ts";
import { problemsOfRowAlone } from "#operations/imports/problems-of-table.ts";
import { readLeftOut } from "#operations/bulk/read-run.ts";
import { StateWord } from "#design/page/state-label.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { useRefresh } from "#design/page/use-refresh.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { ChangedNumbers, UnusualNumbers } from "../imports/doubtful-numbers.tsx";
import {
  DaysRead,
  DaysUnseen,
  ImportPlan,
  NotUnderstood,
  ReceivedImport,
  UploadsLeftOut,
} from "../imports/import-plan.tsx";
import { cellWords, fieldName, placeOfRow } from "../imports/import-words.ts";
import { FormPage } from "../frame/form-page.tsx";
import { shownOwnFields } from "../record-form/own-fields.server.ts";
import { listOf } from "../frame/links.ts";
import { readList } from "../frame/read-page.server.ts";
import { backTo } from "../../frame/redirect-in-app.server.ts";
import { handleButtons, type Buttons } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { recordAddress } from "../record-list/record-links.tsx";
import type { Route } from "./+types/bulk-run.route.ts";
import { AskedRun } from "./asked-run.tsx";
import { RunningRun } from "./running-run.tsx";
import { bulkProblems, kindWords, outcomeWords } from "../record-list/run-words.ts";
import { shownNewValue, shownRun } from "./shown-run.server.ts";
import type { ShownRun } from "./shown-run.ts";
import { TickBar, tickColumn } from "../record-list/tick-bar.tsx";
import { newValueWords } from "./update-form.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ visit, portal, actor, cursor }) => {
    const { id } = args.params;
    const settings = await visit.settings();
    const { rows, next } = await readLeftOut(portal, actor, id, { cursor });
    const run = await shownRun(portal, actor, id, settings);
    return {
      run,
      ownForms: run.kind === "update" && run.state === "asked" ? shownOwnFields(settings.ownFields) : [],
      dated: datedHere(settings, kindsWithLastDay).map((kind) => ({
        kind,
        title: titleOfDay(kind, settings),
      })),
      ownFields: everyLabel(settings),
      // Under the four-eyes rule, what it changes of approved records waits.
      waits: settings.fourEyes && !run.isUndo && (run.kind === "update" || run.kind === "import"),
      // A row of a file that cannot become a record has no record id, so `seq` identifies the rows.
      rows: rows.map((row) => ({
        ...row,
        problems: problemsOfRowAlone(row.problems, run.missing),
        record: row.id,
        id: isUndoOfImport(run) ? row.id : String(row.seq),
      })),
      next,
      back: backTo(args.url.searchParams.get("back"), listOf(actor.role)),
    };
  });

/** Says with the title if visitors do not see the day. */
const titleOfDay = (kind: AnyKind, settings: Settings): string =>
  [
    staffTitle(kind, settings.ownPapers),
    ...(unseenKinds([kind], settings).length > 0 ? [m.last_day_unseen()] : []),
  ].join(" · ");

const isUndoOfImport = ({ kind, isUndo }: ShownRun) => kind === "import" && isUndo;

/** What may become of records that the undo of an import left. */
const kindsForRest = ["delete", "hide"] as const;

/** No button has a flash message: the page itself shows the result. */
const buttons: Buttons = {
  begin: {
    // The choice "" means nobody.
    work: (portal, actor, { id }, { assignee = "", field, value }) =>
      beginRun(portal, actor, id, { assignee: assignee === "" ? null : assignee, field, value }),
  },
  stop: { work: (portal, actor, { id }) => stopRun(portal, actor, id) },
  takeNumbers: { work: (portal, actor, { id }) => takeNumbers(portal, actor, id) },
  takeUnusual: { work: (portal, actor, { id }) => takeUnusual(portal, actor, id) },
  columns: { work: (portal, actor, { id }) => changeColumns(portal, actor, id) },
  undo: { work: (portal, actor, { id }) => undoRun(portal, actor, id) },
};

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page: args.url.pathname + args.url.search,
    buttons,
    problems: bulkProblems,
    answerOther: ({ visit }, values) =>
      submitForm(visit, { values }, async () => {
        const settings = await visit.settings();
        return { newValue: shownNewValue(parseNewValue(values, settings), settings) };
      }),
  });

export default function BulkRun({ loaderData, actionData }: Route.ComponentProps) {
  const { run, ownFields, ownForms, dated, waits, rows, back, place } = loaderData;
  const { kind, state, undo } = run;
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const site = useDashboard();
  useRefresh(state === "running" || state === "checking" || undo?.state === "running");
  return (
    <FormPage title={kindWords[kind]()} answer={actionData}>
      {(answer) => (
        <>
          {run.shownKept.count > 0 && <ShownKept {...run} here={here} />}
          {run.isUndo && <p className="text-quiet">{m.bulk_is_undo()}</p>}
          {run.newValue && !run.isUndo && <p className="max-w-prose wrap-anywhere">{newValueWords(run.newValue)}</p>}
          <p role="status" className="max-w-prose empty:hidden">
            {statusWords(run)}
          </p>
          {waits && !undo && <p className="max-w-prose text-quiet">{m.bulk_waits()}</p>}
          {run.plan && !undo && <ImportPlan id={run.id} plan={run.plan} scans={run.scans} />}
          {state === "received" && <ReceivedImport id={run.id} />}
          {state === "checking" && <RunningRun {...run} here={here} label={m.import_progress} />}
          {state === "asked" && <AskedRun {...run} {...{ ownForms, dated, here, answer }} />}
          {state === "running" && <RunningRun {...run} here={here} />}
          {(state === "done" || state === "stopped") && <EndedRun {...run} here={here} />}
          <NotUnderstood left={run.left} />
          {!undo && <DaysUnseen kinds={run.unseenDays} ownFields={ownFields} />}
          {run.missing.length > 0 && run.leftOut.count > 0 && !undo && (
            <p className="max-w-prose">
              {m.import_columns_missing({ fields: run.missing.map((field) => fieldName(field, ownFields)).join(", ") })}
            </p>
          )}
          {state === "asked" && kind === "import" && isPartOf(site, pages.importColumns) && (
            <ActionButton
              action={here}
              fields={{ do: "columns", id: run.id, back: href(pages.importColumns.path, { id: run.id }) }}
              label={m.import_change_columns()}
              of=""
              className={`${buttonClass({ variant: "secondary", size: "small" })} justify-self-start`}
            />
          )}
          {run.changedNumbers.count > 0 && <ChangedNumbers {...run} here={here} />}
          {run.unusualNumbers.rows.count > 0 && <UnusualNumbers {...run} here={here} />}
          {rows.length > 0 && <LeftOutRows {...{ run, ownFields, rows, place, here }} />}
          {!undo && <DaysRead warnings={run.warnings} ownFields={ownFields} />}
          {run.scans && !undo && <UploadsLeftOut {...run.scans} />}
          <p className="flex flex-wrap gap-x-6">
            <TextLink to={back} label={m.bulk_back()} hotkey="b" />
            <TextLink to={pages.bulkRuns.path} label={m.bulk_all()} />
          </p>
        </>
      )}
    </FormPage>
  );
}

/** Says first that visitors still see something of an import that was undone. */
const ShownKept = ({ id, shownKept, here }: ShownRun & { here: string }) => (
  <section className="grid max-w-prose justify-items-start gap-2">
    <p>
      <strong>{m.import_undone_shown(shownKept)}</strong>
    </p>
    <ActionButton
      action={pages.bulkRuns.path}
      fields={{ do: "hide", "left-by": id, all: "on", back: here }}
      label={m.import_undone_hide()}
      of=""
      className={`${buttonClass({ size: "small" })} max-sm:w-full`}
    />
  </section>
);

/** The state of the run in words. Screen readers announce every change. */
function statusWords({ state, done, open, undo, undone }: ShownRun): string {
  if (state === "running" || state === "checking" || undo?.state === "running") return m.bulk_running();
  if (undone)
    return `${m.import_undone(undone)} ${undone.gone === null ? "" : m.import_undone_gone({ gone: undone.gone })}`;
  if (undo) return undo.isDeletion ? m.bulk_deleted(undo.done) : m.bulk_undone(undo.done);
  if (state === "asked" || state === "received") return "";
  return state === "stopped" ? `${m.bulk_done(done)} ${m.bulk_stopped(open)}` : m.bulk_done(done);
}

type Loaded = Route.ComponentProps["loaderData"];
type LeftOut = Loaded["rows"][number];

type LeftOutProps = Pick<Loaded, "run" | "ownFields" | "rows" | "place"> & { here: string };

/** Lists what the run left out. What the undo of an import left can be deleted from here. */
function LeftOutRows({ run, ownFields, rows, place, here }: LeftOutProps) {
  const { id, kind, isUndo, leftOut } = run;
  const title = (kind === "import" && !isUndo ? m.import_rows_left_out : m.bulk_left_out)(leftOut);
  return (
    <section className="grid gap-2">
      <h2 className="text-18">{title}</h2>
      {isUndoOfImport(run) && (
        <TickBar
          found=""
          kinds={kindsForRest}
          all={leftOut.count > rows.length ? m.tick_all_match(leftOut) : null}
          back={here}
          leftBy={id}
        />
      )}
      <DataTable caption={title} columns={kind === "import" ? importColumns(run, ownFields) : columns()} rows={rows} />
      <ListPages page={href(pages.bulkRun.path, { id })} {...place} />
    </section>
  );
}

/** The columns for an import, whose rows are the rows of its file. */
const importColumns = ({ isUndo, missing }: ShownRun, ownFields: OwnLabels): Column<LeftOut>[] => [
  {
    title: m.import_report_row(),
    isNamed: true,
    cell: ({ sheet, sourceRow }) => sourceRow && placeOfRow(sheet, sourceRow),
  },
  ...(isUndo ? [tickColumn<LeftOut>(true), recordColumn(), stateColumn()] : []),
  {
    title: m.bulk_why(),
    look: "main",
    cell: ({ outcome, problems, earlier }) =>
      Object.keys(problems).length > 0 ? (
        <ul className="grid gap-1">
          {Object.entries(problems).map(([field, problem]) => (
            <li key={field}>
              <strong>{fieldName(field, ownFields)}</strong>: {cellWords(problem, earlier)}
            </li>
          ))}
        </ul>
      ) : (
        outcome && (outcome === "refused" && missing.length > 0 ? m.import_only_missing() : outcomeWords[outcome]())
      ),
  },
];

const recordColumn = (): Column<LeftOut> => ({
  title: m.bulk_record(),
  look: "main",
  cell: ({ record, name }) =>
    name === null ? (
      <span className="text-quiet">{m.bulk_no_name()}</span>
    ) : (
      <Link to={recordAddress(record)}>{name}</Link>
    ),
});

const stateColumn = (): Column<LeftOut> => ({
  title: m.state(),
  look: "state",
  cell: ({ state }) => state && <StateWord publicState={state} />,
});

const columns = (): Column<LeftOut>[] => [
  recordColumn(),
  { title: m.bulk_why(), cell: ({ outcome }) => outcome && outcomeWords[outcome]() },
];

/** True while its records are hidden, before they are deleted. */
const isToBeDeleted = ({ kind, state }: ShownRun) => kind === "delete" && state === "done";

/** The buttons that undo a run. A deletion is stopped, and the undo of an import is confirmed. */
const UndoButton = ({ here, ...run }: EndedRunProps) => {
  const look = `${buttonClass({ variant: "secondary", size: "small" })} max-sm:w-full`;
  const button = (label: string, className: string) => (
    <ActionButton action={here} fields={{ do: "undo", id: run.id }} label={label} of="" className={className} />
  );
  if (run.kind !== "import") return button(isToBeDeleted(run) ? m.bulk_delete_stop() : m.undo(), look);
  return (
    <ConfirmBelow label={m.undo()} of="" className={look}>
      <p>{m.import_undo_text()}</p>
      {button(m.import_undo_now(run.done), buttonClass({ variant: "danger", size: "small" }))}
    </ConfirmBelow>
  );
};

type EndedRunProps = ShownRun & { here: string };

/** The button that undoes the run, or the progress and the report of its undo. */
const EndedRun = ({ here, ...run }: EndedRunProps) => (
  <div className="grid max-w-prose justify-items-start gap-3 empty:hidden">
    {run.undoableUntil !== null && (
      <>
        <UndoButton {...run} here={here} />
        <p className="text-quiet">
          {isToBeDeleted(run)
            ? m.bulk_delete_at({ time: run.undoableUntil })
            : `${m.bulk_undo_until({ time: run.undoableUntil })} ${run.kind === "approve" ? m.bulk_undo_withdraws() : ""}`}
        </p>
      </>
    )}
    {run.undo?.state === "running" && (
      <RunningRun {...run.undo} here={here} label={run.undo.isDeletion ? m.bulk_progress : m.bulk_undo_progress} />
    )}
    {run.undo && run.undo.state !== "running" && run.undo.leftOut.count > 0 && (
      <TextLink to={href(pages.bulkRun.path, { id: run.undo.id })} label={m.bulk_undo_report()} />
    )}
  </div>
);
