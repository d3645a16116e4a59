import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { fromAddress, toAddress } from "#operations/records/search-in-address.ts";
import { listStaff } from "#operations/staff/read-staff.ts";
import { DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { placeIn } from "#design/table/list-address.ts";
import { shownPerson } from "./shown-person.tsx";
import { peopleColumns } from "./people-columns.tsx";
import type { Route } from "./+types/people.route.ts";

const page = pages.people.path;

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const asked = Object.fromEntries(searchParams);
  return orErrorPage(visit, async () => {
    const search = fromAddress(portal, asked);
    const { members, next } = await listStaff(portal, actor, { search, cursor: asked["cursor"] });
    const rows = members.map((person) => shownPerson(person, actor));
    return { search, rows, ...placeIn(searchParams, next), keepsMail: portal.mailTransport.keepsMails };
  });
}

/** A search comes as a form, so that no mail address is in an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { portal } = context.get(visitContext);
  const search = ((await readForm(request))["search"] ?? "").trim();
  return redirectInApp(search ? `${page}?${new URLSearchParams({ ...toAddress(portal, search) }).toString()}` : page);
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { search, rows, keepsMail, ...place } = loaderData;
  const title = m.staff_title();
  return (
    <KeepFormOnFailure answer={actionData}>
      {() => (
        <PageFrame title={title} next={{ path: pages.invite.path, label: m.staff_invite() }}>
          <p className="max-w-prose text-quiet">{m.staff_page_text()}</p>
          {keepsMail && <MailNote />}
          <ListSearch action={page} label={m.staff_search()} search={search} kept={{}} />
          <DataTable caption={title} columns={peopleColumns(page + place.query)} rows={rows} empty={<NobodyFound />} />
          <ListPages page={page} {...place} />
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

const NobodyFound = () => (
  <EmptyState title={m.no_match_title()} text={m.staff_no_match_text()}>
    <Link to={page} className="inline-flex min-h-11 items-center">
      {m.staff_clear_search()}
    </Link>
  </EmptyState>
);
