import { href, Link } from "react-router";
import type { FieldProblem } from "#core/errors.ts";
import type { UploadProblem } from "#core/imports/upload-problems.ts";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { isPartOf } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { staffTitle } from "#i18n/document-titles.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import type { Counted } from "#i18n/written.ts";
import { pages } from "../../pages.ts";
import { isolated } from "#core/texts/isolated.ts";
import { cellWords, fieldName, uploadWords } from "./import-words.ts";

export type ShownPlan = Record<"create" | "update" | "unchanged" | "refused", Counted> & {
  /** True if rows were refused. Totals and notes below the table are not taken either. */
  hasRefused: boolean;
};
type LeftOutUpload = { id: string; name: string; problem: UploadProblem };
export type ShownUploads = { taken: Counted; leftOut: Counted; rows: LeftOutUpload[] };

type ImportPlanProps = { id: string; plan: ShownPlan; scans: ShownUploads | null };

/** Shows what happens or happened to how many rows, with a link to a report row by row. */
export const ImportPlan = ({ id, plan, scans }: ImportPlanProps) => (
  <div className="grid gap-3">
    <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
      <Line name={m.import_new()} {...plan.create} />
      <Line name={m.import_update()} {...plan.update} />
      <Line name={m.import_unchanged()} {...plan.unchanged} />
      <Line name={m.import_not_taken()} {...plan.refused} />
      {scans && <Line name={m.import_uploads_taken()} {...scans.taken} />}
      {scans && <Line name={m.import_uploads_not_taken()} {...scans.leftOut} />}
    </dl>
    {isPartOf(useDashboard(), pages.importReport) && <Reports id={id} hasRefused={plan.hasRefused} />}
  </div>
);

function Reports({ id, hasRefused }: { id: string; hasRefused: boolean }) {
  const address = href(pages.importReport.path, { id });
  return (
    <p className="flex flex-wrap gap-x-6">
      <FileLink address={address} label={m.import_report()} />
      {hasRefused && <FileLink address={`${address}?rows=refused`} label={m.import_refused_table()} />}
    </p>
  );
}

/** A plain link to a file, which is not a page: the router leaves it to the browser. */
export const FileLink = ({ address, label }: { address: string; label: string }) => (
  <a href={address} className="inline-flex min-h-11 items-center" download>
    {label}
  </a>
);

const Line = ({ name, written }: Counted & { name: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="text-end font-semibold">{written}</dd>
  </>
);

export type ShownLeft = { head: string; rows: Counted };

/** Says which columns are left out only because nobody knows what they contain. */
export const NotUnderstood = ({ left }: { left: readonly ShownLeft[] }) =>
  left.length > 0 && (
    <p className="max-w-prose">
      {m.import_not_understood({
        names: left.map(({ head, rows }) => m.import_left_column({ ...rows, name: isolated(head) })).join(", "),
      })}
    </p>
  );

type DaysUnseenProps = { kinds: readonly AnyKind[]; ownFields: OwnLabels };

/** Says which last days of the file visitors will not see. */
export const DaysUnseen = ({ kinds, ownFields }: DaysUnseenProps) =>
  kinds.length > 0 && (
    <p className="max-w-prose">
      {m.import_days_unseen({ names: kinds.map((kind) => isolated(staffTitle(kind, ownFields))).join(", ") })}
    </p>
  );

export type ShownWarning = { id: string; field: string; problem: FieldProblem; rows: Counted; named: string };

export const DaysRead = ({ warnings, ownFields }: { warnings: ShownWarning[]; ownFields: OwnLabels }) =>
  warnings.length > 0 && (
    <section className="grid gap-2">
      <h2 className="text-18">{m.import_days_read()}</h2>
      <p className="max-w-prose text-quiet">
        {warnings.some(({ problem }) => problem === "day-from-number") && `${m.import_days_taken()} `}
        {m.import_days_read_text()}
      </p>
      <DataTable caption={m.import_days_read()} columns={warningColumns(ownFields)} rows={warnings} />
    </section>
  );

const warningColumns = (ownFields: OwnLabels): Column<ShownWarning>[] => [
  { title: m.import_report_column(), look: "main", cell: ({ field }) => fieldName(field, ownFields) },
  { title: m.bulk_why(), cell: ({ problem }) => cellWords(problem) },
  { title: m.import_rows(), cell: ({ rows, named }) => m.import_rows_named({ ...rows, named }) },
];

export const UploadsLeftOut = ({ leftOut, rows }: ShownUploads) =>
  rows.length > 0 && (
    <section className="grid gap-2">
      <h2 className="text-18">{m.import_uploads_left_out(leftOut)}</h2>
      <DataTable caption={m.import_uploads_left_out(leftOut)} columns={uploadColumns()} rows={rows} />
      {rows.length < leftOut.count && <p>{m.import_uploads_more()}</p>}
    </section>
  );

const uploadColumns = (): Column<LeftOutUpload>[] => [
  { title: m.import_upload(), look: "main", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: m.bulk_why(), cell: ({ problem }) => uploadWords(problem) },
];

/** The link for choosing the columns of a file that has just been read. */
export const ReceivedImport = ({ id }: { id: string }) =>
  isPartOf(useDashboard(), pages.importColumns) && (
    <p>
      <Link to={href(pages.importColumns.path, { id })}>{m.import_say_columns()}</Link>
    </p>
  );
