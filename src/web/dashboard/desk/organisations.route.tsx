import { href, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenDay, writtenTime } from "#i18n/written.ts";
import { addOrganisation, readOrganisations } from "#operations/desk/organisations.ts";
import { FormPart } from "#design/form/form-parts.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { OrganisationForm, organisationTyped } from "./organisation-form.tsx";
import type { Route } from "./+types/organisations.route.ts";

const page = pages.organisations.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => ({
    draft: await shownPageDraft(portal, actor, "organisation:new"),
    rows: (await readOrganisations(portal, actor)).map((one) => ({
      id: one.id,
      name: one.name,
      country: one.country,
      lastDay: writtenDay(one.lastDay),
      stopped: one.stoppedAt === null ? null : writtenTime(one.stoppedAt),
      today: m.organisation_today_counts({
        checked: writtenCount(one.checked),
        all: writtenCount(one.perDay),
        misses: writtenCount(one.misses),
      }),
    })),
  }));

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { id } = await addOrganisation(portal, actor, organisationTyped(form));
    return redirectInApp(href(pages.organisation.path, { id }), "organisation-saved");
  });

export default function Organisations({ loaderData: { rows, draft }, actionData }: Route.ComponentProps) {
  const title = m.organisations_title();
  return (
    <FormPage title={title} answer={actionData}>
      {(sent) => (
        <div className="grid grid-cols-1 gap-8">
          <p className="max-w-prose text-quiet">{m.organisations_text()}</p>
          <DataTable caption={title} columns={columns()} rows={rows} empty={<NoneYet />} />
          <FormPart id="add" title={m.organisation_add()}>
            <OrganisationForm action={page} filled={{ perDay: "500" }} draft={draft} sent={sent} />
          </FormPart>
        </div>
      )}
    </FormPage>
  );
}

const NoneYet = () => <EmptyState title={m.organisations_none_title()} text={m.organisations_none_text()} />;

type ShownOrganisation = Route.ComponentProps["loaderData"]["rows"][number];

const columns = (): Column<ShownOrganisation>[] => [
  {
    title: m.organisation_name(),
    look: "main",
    cell: ({ id, name }) => (
      <Link to={href(pages.organisation.path, { id })} className="row-button font-semibold" {...keyed("e", m.manage())}>
        {name}
      </Link>
    ),
  },
  { title: m.organisation_country(), isNamed: true, cell: ({ country }) => country },
  { title: m.organisation_last_day(), isNamed: true, cell: ({ lastDay }) => lastDay },
  {
    title: m.organisation_today(),
    isNamed: true,
    cell: ({ today, stopped }) => (
      <>
        {today}
        {stopped && <span className="block font-semibold text-alarm">{m.organisation_stopped({ date: stopped })}</span>}
      </>
    ),
  },
];
