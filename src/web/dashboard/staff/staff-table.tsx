import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { roleName } from "#design/role-name.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { MailNote } from "../frame/mail-note.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import type { ShownMember } from "./member.ts";
import { AccountState, SecondStep, YouMark } from "./member-words.tsx";
import { StaffAction } from "./staff-action.tsx";

type StaffTableProps = {
  operatorName: string;
  /** The path of the list, and what its address asks for. */
  page: string;
  query: string;
  search: string;
  /** Whether mails go no further than into a folder. */
  keepsMail: boolean;
  rows: readonly ShownMember[];
  isFirst: boolean;
  next: string | null;
};

export const StaffTable = ({ operatorName, page, query, search, keepsMail, rows, isFirst, next }: StaffTableProps) => (
  <PageFrame
    title={m.staff_title()}
    operatorName={operatorName}
    next={{ path: "/dashboard/invite", label: m.staff_invite() }}
  >
    <p className="max-w-prose text-quiet">{m.staff_page_text()}</p>
    {keepsMail && <MailNote />}
    <ListSearch action={page} label={m.staff_search()} search={search} kept={{}} />
    {rows.length > 0 ? (
      <>
        <DataTable caption={m.staff_title()} columns={columnsOf(page, page + query)} rows={rows} />
        <ListPages page={page} isFirst={isFirst} query={query} next={next} />
      </>
    ) : (
      <EmptyState title={m.no_match_title()} text={m.staff_no_match_text()}>
        <Link to={page} className="inline-flex min-h-11 items-center">
          {m.staff_clear_search()}
        </Link>
      </EmptyState>
    )}
  </PageFrame>
);

/** As the specification has them, and between them what an admin looks for at a glance. */
const columnsOf = (page: string, back: string): Column<ShownMember>[] => [
  { title: m.email(), look: "main", cell: (member) => <MemberLink page={page} {...member} /> },
  {
    title: m.role(),
    look: "state",
    cell: (member) => (
      <span className="inline-flex gap-x-3">
        {roleName(member.role)}
        {(member.isSuspended || !member.isConfirmed) && <AccountState {...member} />}
      </span>
    ),
  },
  {
    title: m.second_step(),
    look: "state",
    cell: (member) => (
      <span>
        <span className="text-quiet md:hidden">{m.second_step()}: </span>
        <SecondStep {...member} />
      </span>
    ),
  },
  {
    title: m.staff_make_admin(),
    cell: (member) => (
      <StaffAction
        deed="admin"
        member={member}
        label={m.staff_make_admin()}
        isDone={member.role === "admin"}
        back={back}
        className="row-button"
        {...keyed("a", m.staff_make_admin())}
      />
    ),
  },
  {
    title: m.staff_make_moderator(),
    cell: (member) => (
      <StaffAction
        deed="moderator"
        member={member}
        label={m.staff_make_moderator()}
        isDone={member.role === "moderator"}
        back={back}
        className="row-button"
        {...keyed("m", m.staff_make_moderator())}
      />
    ),
  },
  {
    title: m.column_delete(),
    look: "grave",
    cell: (member) => (
      <StaffAction
        deed="delete"
        member={member}
        label={m.staff_delete()}
        back={back}
        className="row-button grave"
        {...keyed("x", m.staff_delete())}
      />
    ),
  },
];

const MemberLink = ({ page, id, name, email, isYou }: ShownMember & { page: string }) => (
  <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1">
    <Link to={`${page}/${id}`} className="row-button font-semibold" {...keyed("e", m.manage())}>
      {name}
    </Link>
    {isYou && <YouMark />}
    {name !== email && <span className="text-14 wrap-anywhere text-quiet">{email}</span>}
  </span>
);
