import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { toAddress } from "#operations/records/search-in-address.ts";
import { DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { listedPeople } from "./listed-people.server.ts";
import { peopleColumns } from "./people-columns.tsx";
import type { Route } from "./+types/people.route.ts";

const page = "/dashboard/Admin_Control";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const list = await orErrorPage(visit, () => listedPeople(visit.portal, actor, url.searchParams));
  return { ...list, keepsMail: visit.portal.post.keepsMails };
}

/** A search comes as a form, so that no mail address is in an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { portal } = context.get(visitContext);
  const search = ((await readForm(request))["search"] ?? "").trim();
  return redirectInApp(search ? `${page}?${new URLSearchParams({ ...toAddress(portal, search) }).toString()}` : page);
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { search, rows, query, isFirst, next, keepsMail } = loaderData;
  const { operatorName } = useDashboard();
  const title = m.staff_title();
  return (
    <KeepFormOnFailure answer={actionData}>
      {() => (
        <PageFrame
          title={title}
          operatorName={operatorName}
          next={{ path: "/dashboard/invite", label: m.staff_invite() }}
        >
          <p className="max-w-prose text-quiet">{m.staff_page_text()}</p>
          {keepsMail && <MailNote />}
          <ListSearch action={page} label={m.staff_search()} search={search} kept={{}} />
          {rows.length > 0 ? (
            <>
              <DataTable caption={title} columns={peopleColumns(page, page + query)} rows={rows} />
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
      )}
    </KeepFormOnFailure>
  );
}
