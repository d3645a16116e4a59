import { href, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { mailState } from "#operations/mails/mail-server.ts";
import { fromAddress, toAddress } from "#operations/records/search-in-address.ts";
import { listAccounts } from "#operations/accounts/read-accounts.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { roleName } from "#design/role-name.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { MailNote, ProxyNote } from "../frame/operator-note.tsx";
import { readList } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { PersonAction, personActionLabels } from "./person-action.tsx";
import { AccountState, SecondStep, type ShownPerson, shownPerson, YouMark } from "./shown-person.tsx";
import type { Route } from "./+types/people.route.ts";

const page = pages.people.path;

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ visit, portal, actor, cursor }) => {
    const search = fromAddress(portal, Object.fromEntries(args.url.searchParams));
    const { members, next } = await listAccounts(portal, actor, { search, cursor });
    const rows = members.map((person) => shownPerson(person, actor));
    return { search, rows, next, mails: await mailState(portal), ignoresProxy: visit.ignoresProxy };
  });

/** Receives a search as a posted form, so that no mail address appears in a URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const { portal } = context.get(visitContext);
  const search = ((await readForm(request))["search"] ?? "").trim();
  return redirectInApp(search ? `${page}?${new URLSearchParams({ ...toAddress(portal, search) }).toString()}` : page);
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { search, rows, mails, ignoresProxy, place } = loaderData;
  const title = m.staff_title();
  return (
    <FormPage title={title} next={{ path: pages.invite.path, label: m.staff_invite() }} answer={actionData}>
      <p className="max-w-prose text-quiet">{m.staff_page_text()}</p>
      {ignoresProxy && <ProxyNote />}
      <MailNote mails={mails} />
      <ListSearch action={page} label={m.staff_search()} search={search} kept={{}} />
      <DataTable caption={title} columns={peopleColumns(page + place.query)} rows={rows} empty={<NobodyFound />} />
      <ListPages page={page} {...place} />
    </FormPage>
  );
}

const NobodyFound = () => (
  <EmptyState title={m.no_match_title()} text={m.staff_no_match_text()}>
    <TextLink to={page} label={m.staff_clear_search()} />
  </EmptyState>
);

/** The columns that the specification requires, and between them the facts that an admin looks for first. */
const peopleColumns = (back: string): Column<ShownPerson>[] => [
  { title: m.email(), look: "main", cell: PersonLink },
  {
    title: m.role(),
    look: "state",
    cell: (person) => (
      <span className="inline-flex gap-x-3">
        {roleName(person.role)}
        {(person.isSuspended || !person.isConfirmed) && <AccountState {...person} />}
      </span>
    ),
  },
  { title: m.second_step(), look: "state", isNamed: true, cell: SecondStep },
  roleColumn("admin", "a", back),
  roleColumn("moderator", "m", back),
  {
    title: m.column_delete(),
    look: "grave",
    cell: (person) => <PersonAction action="delete" {...{ person, back }} className="row-button grave" hotkey="x" />,
  },
];

const roleColumn = (role: "admin" | "moderator", hotkey: string, back: string): Column<ShownPerson> => ({
  title: personActionLabels[role](),
  cell: (person) => (
    <PersonAction action={role} isDone={person.role === role} {...{ person, back, hotkey }} className="row-button" />
  ),
});

const PersonLink = ({ id, name, email, isYou }: ShownPerson) => (
  <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1">
    <Link to={href(pages.person.path, { id })} className="row-button font-semibold" {...keyed("e", m.manage())}>
      {name}
    </Link>
    {isYou && <YouMark />}
    {name !== email && <span className="text-14 wrap-anywhere text-quiet">{email}</span>}
  </span>
);
