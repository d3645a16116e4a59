import { href, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import type { ListedRecord } from "./record-table.tsx";
import { UpdateLink } from "./update-link.tsx";
import { RecordPicture } from "../frame/record-picture.tsx";
import { StateWord } from "#design/page/state-label.tsx";

export type OwnRecord = ListedRecord & {
  /** Why it came back; "" if it did not. */
  returnReason: string;
  mayUpdate: boolean;
};

/** What an admin sent back is the first thing to do. */
export const CameBack = ({ records }: { records: readonly OwnRecord[] }) =>
  records.length > 0 && (
    <section aria-labelledby="came-back" className="grid gap-2 border-s-4 border-alarm ps-4">
      <h2 id="came-back" className="text-18">
        {m.came_back_title()}
      </h2>
      <ul>
        {records.map(({ id, name, returnReason }) => (
          <li key={id}>
            <Link
              to={href(pages.updateRecord.path, { id })}
              className="inline-flex min-h-11 items-center font-semibold"
            >
              {name}
            </Link>
            : {returnReason}
          </li>
        ))}
      </ul>
    </section>
  );

type OwnRecordsProps = {
  query: string;
  records: readonly OwnRecord[];
  isFirst: boolean;
  next: string | null;
};

/** What a moderator added, and how each of it stands. */
export const OwnRecords = ({ query, records, isFirst, next }: OwnRecordsProps) => (
  <section aria-labelledby="own-records" className="grid gap-4 border-t border-line pt-6">
    <h2 id="own-records" className="text-22">
      {m.own_records()}
    </h2>
    <DataTable
      caption={m.own_records()}
      columns={columns()}
      rows={records}
      empty={<EmptyState title={m.no_records_title()} text={m.no_own_records_text()} />}
    />
    <ListPages page={pages.ownRecords.path} isFirst={isFirst} query={query} next={next} />
  </section>
);

const columns = (): Column<OwnRecord>[] => [
  {
    title: m.column_picture(),
    look: "main",
    cell: ({ irccNumber, ...row }) => <RecordPicture {...row} number={irccNumber} />,
  },
  { title: m.state(), look: "state", cell: StateWord },
  { title: m.return_reason(), cell: Reason },
  {
    title: m.column_update(),
    cell: ({ id, name, mayUpdate }) => (
      <UpdateLink {...{ id, name }} label={mayUpdate ? m.update_record() : m.look_at_record()} className="row-button" />
    ),
  },
];

const Reason = ({ returnReason }: OwnRecord) =>
  returnReason && <span className="block whitespace-normal md:min-w-60">{returnReason}</span>;
