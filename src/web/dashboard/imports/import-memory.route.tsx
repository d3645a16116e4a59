import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import { everyLabel } from "#core/own-fields/own-paper.ts";
import { forgetColumn, readRemembered } from "#operations/imports/remembered-columns.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { BackToSettings } from "../settings/back-to-settings.tsx";
import { columnLabel } from "./import-words.ts";
import type { Route } from "./+types/import-memory.route.ts";

const page = pages.importMemory.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => ({
    ownFields: everyLabel(await visit.settings()),
    remembered: (await readRemembered(portal, actor)).map(({ key, ...column }) => ({ id: key, ...column })),
  }));

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page,
    buttons: {
      forget: { work: (portal, actor, { id }) => forgetColumn(portal, actor, { key: id }) },
    },
  });

/** Lists what people said of columns whose headings say nothing. */
export default function ImportMemory({ loaderData: { remembered, ownFields } }: Route.ComponentProps) {
  const title = m.import_memory_title();
  return (
    <PageFrame title={title}>
      <BackToSettings />
      {remembered.length === 0 ? (
        <EmptyState title={m.import_memory_none()} text={m.import_remembered()} />
      ) : (
        <>
          <p className="max-w-prose text-quiet">{m.import_remembered()}</p>
          <DataTable caption={title} columns={columns(ownFields)} rows={remembered} />
        </>
      )}
    </PageFrame>
  );
}

const columns = (ownFields: OwnLabels): Column<Route.ComponentProps["loaderData"]["remembered"][number]>[] => [
  { title: m.import_head(), look: "main", cell: ({ heading }) => <span className="wrap-anywhere">{heading}</span> },
  {
    title: m.import_is(),
    cell: ({ meaning }) => (meaning === null ? m.import_left_out() : columnLabel(meaning, ownFields)),
  },
  {
    title: m.import_forget(),
    cell: ({ id, heading }) => (
      <ActionButton
        action={page}
        fields={{ do: "forget", id }}
        label={m.import_forget()}
        of={heading}
        className={buttonClass({ variant: "secondary", size: "small" })}
      />
    ),
  },
];
