import { href } from "react-router";
import { DamagedNote } from "../record-list/damaged-note.tsx";
import { m } from "#i18n/compiled/messages.js";
import { FormPart } from "#design/form/form-parts.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import { readList } from "../frame/read-page.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { menuColumn, personColumn, secondColumn, stateColumn } from "../record-list/record-columns.tsx";
import { type ownRecord, ownRecords } from "../record-list/record-list.server.ts";
import { AddForm } from "./add-form.tsx";
import { answerAddForm, openForm } from "./add-form.server.ts";
import type { Route } from "./+types/own-records.route.ts";

const page = pages.ownRecords.path;

export async function loader(args: Route.LoaderArgs) {
  const [opened, own] = await Promise.all([openForm(args.context, args.url.searchParams), readList(args, ownRecords)]);
  return { opened, own };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export default function ManagePost({ loaderData: { opened, own }, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.manage_post()}>
      <DamagedNote names={own.damaged} />
      <CameBack records={own.returned} />
      <AddForm {...opened} answer={actionData} page={page} forRole="moderator" />
      <OwnRecords {...own} />
    </PageFrame>
  );
}

type OwnRecord = ReturnType<typeof ownRecord>;

const CameBack = ({ records }: { records: readonly OwnRecord[] }) =>
  records.length > 0 && (
    <section aria-labelledby="came-back" className="grid gap-2 border-s-4 border-alarm ps-4">
      <h2 id="came-back" className="text-18">
        {m.came_back_title()}
      </h2>
      <ul>
        {records.map(({ id, name, returnReason }) => (
          <li key={id}>
            <TextLink to={href(pages.updateRecord.path, { id })} label={name} className="font-semibold" />:{" "}
            <span className="whitespace-pre-line">{returnReason}</span>
          </li>
        ))}
      </ul>
    </section>
  );

const OwnRecords = ({ records, place }: Route.ComponentProps["loaderData"]["own"]) => (
  <FormPart id="own-records" title={m.own_records()} className="gap-4">
    <DataTable
      caption={m.own_records()}
      columns={ownRecordColumns(page + place.query)}
      rows={records}
      empty={<EmptyState title={m.no_records_title()} text={m.no_own_records_text()} />}
    />
    <ListPages page={page} {...place} next={place.next && `${place.next}#own-records`} />
  </FormPart>
);

const ownRecordColumns = (back: string): Column<OwnRecord>[] => [
  personColumn(back),
  ...secondColumn(),
  stateColumn(),
  { title: m.return_reason(), cell: Reason },
  menuColumn(back),
];

const Reason = ({ returnReason }: OwnRecord) =>
  returnReason && <span className="block whitespace-pre-line md:min-w-60">{returnReason}</span>;
