import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import type { ListedRecord } from "../records/record-table.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { keyed } from "#design/page/keys.ts";
import { RecordPicture } from "../frame/record-picture.tsx";
import { StateWord } from "#design/page/state-label.tsx";

type ReportedRecordsProps = { records: readonly ListedRecord[]; back: string };

/** The records that a report may be about; each is changed, or hidden at once. */
export const ReportedRecords = ({ records, back }: ReportedRecordsProps) => (
  <section className="grid gap-3 border-t border-line pt-4">
    <h2 className="text-18">{m.reports_records()}</h2>
    <p className="max-w-prose text-quiet">
      {records.length > 0 ? m.reports_records_text() : m.reports_records_none()}{" "}
      {records.length === 0 && <Link to="/dashboard/update">{m.reports_search()}</Link>}
    </p>
    {records.length > 0 && <DataTable caption={m.reports_records()} columns={columnsOf(back)} rows={records} />}
  </section>
);

const columnsOf = (back: string): Column<ListedRecord>[] => [
  {
    title: m.column_picture(),
    look: "main",
    cell: ({ irccNumber, ...row }) => <RecordPicture {...row} number={irccNumber} />,
  },
  { title: m.state(), look: "state", cell: StateWord },
  {
    title: m.column_update(),
    cell: ({ id, name }) => (
      <Link to={`/Update_A_User/${id}`} className="row-button" {...keyed("e", m.update_record())}>
        {m.update_record()}
        <span className="sr-only"> {name}</span>
      </Link>
    ),
  },
  {
    title: m.column_hide(),
    cell: ({ id, name, publicState }) => (
      <ActionButton
        action="/dashboard/update"
        fields={{ do: publicState === "hidden" ? "unhide" : "hide", id, back }}
        label={publicState === "hidden" ? m.unhide_record() : m.hide_record()}
        of={name}
        className="row-button"
        {...keyed("h", `${m.hide_record()} / ${m.unhide_record()}`)}
      />
    ),
  },
];
