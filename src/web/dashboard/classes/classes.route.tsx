import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { DeleteLink } from "#design/form/confirm.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable, RowLink } from "#design/table/data-table.tsx";
import { listWith, placeIn } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { closeClass, reopenClass } from "#operations/classes/manage-class.ts";
import { listClasses } from "#operations/classes/offered-classes.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import type { Route } from "./+types/classes.route.ts";
import { classProblems } from "./class-words.ts";
import { ClassName, type ShownClass } from "./shown-class.tsx";
import { shownClass } from "./shown-classes.server.ts";

const { path: page } = pages.classes;

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const state = searchParams.get("state") === "closed" ? "closed" : "open";
  const cursor = searchParams.get("cursor") ?? undefined;
  const { classes, next } = await orErrorPage(visit, () => listClasses(portal, actor, { state, cursor }));
  return { state, rows: classes.map(shownClass), ...placeIn(searchParams, next) } as const;
}

const actions = {
  close: { flash: "class-closed", change: closeClass },
  reopen: { flash: "class-reopened", change: reopenClass },
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const { do: does, id = "", back } = await readForm(request);
  if (does !== "close" && does !== "reopen") return redirectInApp(page);
  const { visit, portal, actor } = await signedInVisit(context);
  const { flash, change } = actions[does];
  return runAction(visit, { flash, id, back: backTo(back, page), here: page, problems: classProblems }, () =>
    change(portal, actor, { id }),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Classes({ loaderData: { state, rows, ...place } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.class_all()} next={{ path: pages.addClass.path, label: m.class_add() }}>
      <div className="-mx-2.5">
        <ListChoice label={m.state()} choices={choices()} chosen={state} />
      </div>
      <DataTable
        caption={m.class_all()}
        columns={columnsOf(page + place.query)}
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

const columnsOf = (back: string): Column<ShownClass>[] => [
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
    cell: ({ id, title, room }) => (
      <ActionButton
        action={page}
        fields={{ do: room === "closed" ? "reopen" : "close", id, back }}
        label={room === "closed" ? m.class_reopen() : m.class_close()}
        of={title}
        className="row-button"
        {...keyed("c", `${m.class_close()} / ${m.class_reopen()}`)}
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
