import { Link } from "react-router";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { RecordPicture } from "../frame/record-picture.tsx";
import { StateWord } from "#design/page/state-label.tsx";

export type OwnRecord = {
  id: string;
  name: string;
  irccNumber: string;
  /** The address of the photo. */
  photo: string | null;
  publicState: PublicState;
  /** Why it came back; "" if it did not. */
  returnReason: string;
  mayUpdate: boolean;
};

type CameBackProps = { records: readonly OwnRecord[] };

/** What an admin sent back is the first thing to do. */
export const CameBack = ({ records }: CameBackProps) =>
  records.length > 0 && (
    <section aria-labelledby="came-back" className="grid gap-2 border-s-4 border-alarm ps-4">
      <h2 id="came-back" className="text-18">
        {m.came_back_title()}
      </h2>
      <ul>
        {records.map(({ id, name, returnReason }) => (
          <li key={id}>
            <Link to={`/Update_A_User/${id}`} className="inline-flex min-h-11 items-center font-semibold">
              {name}
            </Link>
            : {returnReason}
          </li>
        ))}
      </ul>
    </section>
  );

type OwnRecordsProps = {
  page: string;
  query: string;
  records: readonly OwnRecord[];
  isFirst: boolean;
  next: string | null;
};

/** What a moderator added, and how each of it stands. */
export const OwnRecords = ({ page, query, records, isFirst, next }: OwnRecordsProps) => (
  <section aria-labelledby="own-records" className="grid gap-4 border-t border-line pt-6">
    <h2 id="own-records" className="text-22">
      {m.own_records()}
    </h2>
    {records.length > 0 ? (
      <DataTable caption={m.own_records()} columns={columns()} rows={records} />
    ) : (
      <EmptyState title={m.no_records_title()} text={m.no_own_records_text()} />
    )}
    <ListPages page={page} isFirst={isFirst} query={query} next={next} />
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
      <Link to={`/Update_A_User/${id}`} className="row-button" {...keyed("e", m.update_record())}>
        {mayUpdate ? m.update_record() : m.look_at_record()}
        <span className="sr-only"> {name}</span>
      </Link>
    ),
  },
];

const Reason = ({ returnReason }: OwnRecord) =>
  returnReason && <span className="block whitespace-normal md:min-w-60">{returnReason}</span>;
