import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { closeClass, reopenClass } from "#operations/classes/manage-class.ts";
import { listClasses } from "#operations/classes/offered-classes.ts";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable, RowLink } from "#design/table/data-table.tsx";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import { readList } from "../frame/read-page.server.ts";
import { RowAction } from "../frame/row-action.tsx";
import { handleButtons } from "../frame/run-action.server.ts";
import type { Route } from "./+types/classes.route.ts";
import { classProblems } from "./class-words.ts";
import { ClassName } from "./shown-class.tsx";
import { shownClass } from "./shown-classes.server.ts";

const { path: page } = pages.classes;

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ portal, actor, cursor }) => {
    const state = args.url.searchParams.get("state") === "closed" ? "closed" : "open";
    const { classes, next } = await listClasses(portal, actor, { state, cursor });
    return { state, rows: classes.map(shownClass), next } as const;
  });

const buttons = {
  close: { flash: "class-now-closed", work: closeClass },
  reopen: { flash: "class-reopened", work: reopenClass },
} as const;

export const action = (args: Route.ActionArgs) => handleButtons(args, { page, buttons, problems: classProblems });

export default function Classes({ loaderData: { state, rows, place } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.class_all()} next={{ path: pages.addClass.path, label: m.class_add() }}>
      <div className="-mx-2.5">
        <ListChoice label={m.state()} choices={choices()} chosen={state} />
      </div>
      <DataTable
        caption={m.class_all()}
        columns={classColumns(page + place.query)}
        rows={rows}
        empty={<EmptyState {...emptyWords[state]()} />}
      />
      <ListPages page={page} {...place} />
    </PageFrame>
  );
}

const emptyWords = {
  open: () => ({ title: m.class_none_open(), text: m.class_none_open_text() }),
  closed: () => ({ title: m.class_none_closed(), text: m.class_none_closed_text() }),
};

const choices = () => [
  { value: "open", look: m.class_open_ones(), address: page },
  { value: "closed", look: m.class_closed_ones(), address: page + listWith("", "state", "closed") },
];

const classColumns = (back: string): Column<ReturnType<typeof shownClass>>[] => [
  { title: m.class_one(), look: "main", cell: ClassName },
  { title: m.class_seats(), look: "state", cell: ({ seats }) => seats },
  { title: m.class_fee(), cell: ({ fee }) => fee },
  {
    title: m.class_roll(),
    cell: ({ id, title }) => (
      <RowLink to={href(pages.classRoll.path, { id })} label={m.class_roll()} of={title} hotkey="o" isMain />
    ),
  },
  {
    title: m.column_update(),
    cell: ({ id, title }) => (
      <RowLink to={href(pages.updateClass.path, { id })} label={m.update_record()} of={title} hotkey="e" />
    ),
  },
  {
    title: `${m.class_close()} / ${m.class_reopen()}`,
    cell: ({ id, title, seatState }) => (
      <RowAction
        action={page}
        fields={{ do: seatState === "closed" ? "reopen" : "close", id, back }}
        label={seatState === "closed" ? m.class_reopen() : m.class_close()}
        of={title}
        hotkey="c"
        keyWords={`${m.class_close()} / ${m.class_reopen()}`}
      />
    ),
  },
  {
    title: m.delete_record(),
    look: "grave",
    cell: ({ id, title, isTaken }) =>
      !isTaken && <DeleteLink of={title} action={href(pages.deleteClass.path, { id })} back={back} />,
  },
];
