import { Form, Link } from "react-router";
import type { Actor } from "#core/accounts/actor.ts";
import type { AuditSubject } from "#core/audit/audit-event.ts";
import { isPartOf } from "#core/settings/features.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenCount, writtenTime } from "#i18n/written.ts";
import { beginCheck, readCheck } from "#operations/upkeep/check-chain.ts";
import { listStaffNames, readAudit } from "#operations/audit/read-audit.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { findByNumber } from "#operations/records/read-record.ts";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { useRefresh } from "#design/page/use-refresh.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { listWith } from "#design/table/list-address.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { type Page, pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readList } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { ListTool } from "../record-list/list-filter.tsx";
import { actionWord, subjectWord } from "./action-words.ts";
import { AuditFilter } from "./audit-filter.tsx";
import { ChainState, ChainTool, type ShownCheck } from "./chain-check.tsx";
import { type AuditChoices, readAuditFilter, type ShownEvent, shownEvent } from "./shown-event.server.ts";
import type { Route } from "./+types/audit.route.ts";

const page = pages.audit.path;

/** An event has several lines. */
const rowsOnPage = 12;

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ visit, portal, actor, cursor }) => {
    const { kept, question } = readAuditFilter(args.url.searchParams);
    const [{ events, previous, next }, check, staff] = await Promise.all([
      readAudit(portal, actor, { ...question, cursor, limit: rowsOnPage }),
      readCheck(portal, actor),
      listStaffNames(portal, actor),
    ]);
    const settings = await visit.settings();
    const rows = events.map((event) => shownEvent(event, settings));
    return {
      kept,
      rows,
      /** The name of the subject to which the list is narrowed; null if it is about all subjects. */
      narrowed: narrowedTo(kept, rows),
      staff: withChosen([...staff, nobody()], kept["by"], rows),
      check: shownCheck(check),
      previous,
      next,
    };
  });

const narrowedTo = ({ about }: AuditChoices, [first]: readonly ShownEvent[]) =>
  about === undefined ? null : (first?.about.name ?? m.audit_gone());

const nobody = () => ({ id: "anonymous", name: m.audit_nobody() });

/** Adds the chosen actor to the choices if they are not among the staff. */
function withChosen(
  staff: readonly { id: string; name: string }[],
  by: string | undefined,
  rows: readonly ShownEvent[],
) {
  if (by === undefined || staff.some(({ id }) => id === by)) return staff;
  return [...staff, { id: by, name: rows[0]?.by.name ?? by }];
}

function shownCheck(check: Awaited<ReturnType<typeof readCheck>>): ShownCheck | null {
  if (!check) return null;
  const { by, endedAt, checked, events, broken } = check;
  return {
    who: by ?? m.history_nobody(),
    when: endedAt === null ? null : writtenTime(endedAt),
    checked: messageCount(checked),
    events: messageCount(events),
    broken: broken && {
      number: writtenCount(broken.seq),
      when: broken.at === null ? null : writtenTime(broken.at),
    },
  };
}

/** The button has no flash message: the page itself shows the progress. */
const buttons = { check: { work: beginCheck } } as const;

/** A search for a record is posted as a form, so that no number appears in a URL. */
export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page,
    buttons,
    problems: { "still-working": "chain-check-running" },
    answerOther: async ({ portal, actor }, form) => {
      const { kept } = readAuditFilter(Object.entries(form));
      const query = new URLSearchParams(kept).toString();
      const id = await recordIn(portal, actor, form["search"] ?? "");
      return id === undefined
        ? redirectInApp(page + listWith(query, "about", null), "no-record")
        : redirectInApp(page + listWith(query, "about", `candidate/${id}`));
    },
  });

/** Finds a record by the URL of its page, or by its number. */
const recordIn = async (portal: Portal, actor: Actor, typed: string): Promise<string | undefined> =>
  /\/records\/([\w-]{1,64})/.exec(typed)?.[1] ?? (await findByNumber(portal, actor, typed))[0]?.id;

export default function Audit({ loaderData, actionData }: Route.ComponentProps) {
  const { kept, rows, narrowed, staff, check, place } = loaderData;
  useRefresh(check?.when === null);
  const { about: _, ...others } = kept;
  return (
    <FormPage title={m.audit_title()} answer={actionData}>
      <p className="max-w-prose text-quiet">{m.audit_text()}</p>
      <ListSearch action={page} label={m.audit_search()} search="" kept={others} />
      {narrowed !== null && <p role="status">{m.audit_only_about({ name: narrowed })}</p>}
      <div className="flex flex-wrap items-baseline gap-x-6 border-t border-line">
        <div role="status" className="me-auto py-2.5">
          <ChainState check={check} />
        </div>
        <AuditFilter kept={kept} staff={staff} />
        {check?.when !== null && <ChainTool />}
        <ListTool label={m.audit_export()}>
          <Form method="post" action={pages.auditExport.path} reloadDocument className="grid max-w-prose gap-3 pb-4">
            <HiddenFields fields={kept} />
            <p className="text-quiet">{m.audit_export_text()}</p>
            <Button variant="secondary" size="small" className="justify-self-start">
              {m.export_as_csv()}
            </Button>
          </Form>
        </ListTool>
      </div>
      <DataTable
        caption={m.audit_title()}
        columns={columns(place.query)}
        rows={rows}
        empty={<EmptyState title={m.audit_none_title()} text={m.audit_none_text()} />}
      />
      <ListPages page={page} {...place} />
    </FormPage>
  );
}

const columns = (query: string): Column<ShownEvent>[] => [
  {
    title: m.audit_what(),
    look: "main",
    cell: ({ action: done, about, when, changes, values }) => (
      <div className="grid md:py-1.5">
        <span className="font-semibold">{actionWord(done)}</span>
        <About {...about} query={query} when={when} />
        <Values changes={changes} values={values} />
      </div>
    ),
  },
  {
    title: m.audit_who(),
    cell: ({ by: { id, name, roleFrom } }) => (
      <span className="grid md:w-44">
        <Link to={page + listWith(query, "by", id)} className="row-button whitespace-normal">
          {name}
        </Link>
        {roleFrom !== null && <span className="text-14 text-quiet">{m.audit_invited_by({ name: roleFrom })}</span>}
      </span>
    ),
  },
  { title: m.audit_when(), cell: ({ when }) => <span className="text-14 text-quiet">{when}</span> },
];

/** Links to the subject of an event, and to all events about that subject. */
const About = ({ subject, id, name, query, when }: ShownEvent["about"] & { query: string; when: string }) => {
  const label = name ?? m.audit_gone();
  const site = useDashboard();
  const own = subjectPages[subject];
  const address = name !== null && own && isPartOf(site, own) ? own.path.replace(":id", id) : undefined;
  if (id === subject) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-quiet">
      <span className="wrap-anywhere">
        {subjectWord(subject)}: {address === undefined ? label : <Link to={address}>{label}</Link>}
      </span>
      <Link to={page + listWith(query, "about", `${subject}/${id}`)} className="flex min-h-6 items-center text-14">
        {m.audit_all_about()}
        <span className="sr-only">
          {" "}
          {label}, {when}
        </span>
      </Link>
    </span>
  );
};

const subjectPages: Partial<Record<AuditSubject, Page>> = {
  candidate: pages.record,
  post: pages.updatePost,
  class: pages.classRoll,
  report: pages.answerReport,
  staff: pages.person,
};

const Values = ({ changes, values }: Pick<ShownEvent, "changes" | "values">) => {
  if (values === "gone") return <span className="text-14 text-quiet">{m.audit_values_gone()}</span>;
  if (values === "broken") return <span className="text-14 text-alarm">{m.audit_values_broken()}</span>;
  if (changes.length === 0) return null;
  return (
    <details className="text-14">
      <summary className="min-h-9 cursor-pointer py-1.5 text-quiet">
        {m.audit_open_values(messageCount(changes.length))}
      </summary>
      <ul className="pb-1.5">
        {changes.map(({ label, words }) => (
          <li key={label} className="wrap-anywhere whitespace-pre-line">
            <strong>{label}:</strong> {words}
          </li>
        ))}
      </ul>
    </details>
  );
};
