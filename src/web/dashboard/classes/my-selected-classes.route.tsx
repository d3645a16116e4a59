import { listClasses, selectClass, unselectClass, selectedClasses } from "#operations/classes/offered-classes.ts";
import { Link } from "react-router";
import type { TrainingClass } from "#core/classes/training-class.ts";
import { m } from "#i18n/compiled/messages.js";
import { enrol } from "#operations/classes/enrol-student.ts";
import { enrolledClasses } from "#operations/classes/read-enrolments.ts";
import { buttonClass } from "#design/form/button.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import { readList } from "../frame/read-page.server.ts";
import { RowAction } from "../frame/row-action.tsx";
import { handleButtons, type Buttons } from "../frame/run-action.server.ts";
import type { Route } from "./+types/my-selected-classes.route.ts";
import { classProblems } from "./class-words.ts";
import { ClassName, SeatStateWord } from "./shown-class.tsx";
import { shownToStudents } from "./shown-classes.server.ts";

const { path: page } = pages.selectedClasses;

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ portal, actor, person, cursor }) => {
    const [selected, offered, enrolled] = await Promise.all([
      selectedClasses(portal, actor),
      listClasses(portal, actor, { cursor }),
      enrolledClasses(portal, actor, person.id),
    ]);
    const mine = new Set(enrolled.filter(({ enrolment }) => enrolment.cancelledAt === null).map((one) => one.class.id));
    const chosen = new Set(selected.map(({ id }) => id));
    const shown = (one: TrainingClass) => ({ ...shownToStudents(one, portal), isEnrolled: mine.has(one.id) });
    return {
      selected: selected.map(shown),
      offered: offered.classes.filter(({ id }) => !chosen.has(id)).map(shown),
      next: offered.next,
    };
  });

const buttons: Buttons = {
  select: { flash: "class-selected", work: (portal, actor, { id }) => selectClass(portal, actor, id) },
  unselect: { flash: "class-unselected", work: (portal, actor, { id }) => unselectClass(portal, actor, id) },
  enrol: {
    flash: "class-enrolled",
    work: (portal, actor, { id: classId }) => enrol(portal, actor, { classId, personId: actor.id }),
  },
};

export const action = (args: Route.ActionArgs) => handleButtons(args, { page, buttons, problems: classProblems });

export default function MySelectedClasses({ loaderData: { selected, offered, place } }: Route.ComponentProps) {
  const back = page + place.query;
  return (
    <PageFrame title={m.class_my_selected()}>
      {selected.length > 0 ? (
        <>
          <p className="max-w-prose text-quiet">{m.class_selected_text()}</p>
          <DataTable
            caption={m.class_my_selected()}
            columns={[...offeredClassColumns(back), unselectColumn(back)]}
            rows={selected}
          />
        </>
      ) : (
        <EmptyState title={m.class_none_selected()} text={m.class_none_selected_text()} />
      )}
      <h2 className="mt-6 text-22">{m.class_offered()}</h2>
      <DataTable
        caption={m.class_offered()}
        columns={[...offeredClassColumns(back), selectColumn(back)]}
        rows={offered}
        empty={<EmptyState title={m.class_none_offered()} text={m.class_none_offered_text()} />}
      />
      <ListPages page={page} {...place} />
    </PageFrame>
  );
}

type OfferedClass = Route.ComponentProps["loaderData"]["offered"][number];

const offeredClassColumns = (back: string): Column<OfferedClass>[] => [
  { title: m.class_one(), look: "main", cell: ClassName },
  { title: m.class_seats(), look: "state", cell: SeatStateWord },
  { title: m.class_fee(), cell: ({ fee }) => fee },
  { title: m.class_enrol(), cell: (row) => <EnrolOrWhyNot {...row} back={back} /> },
];

const unselectColumn = (back: string): Column<OfferedClass> => ({
  title: m.class_unselect(),
  look: "grave",
  cell: ({ id, title }) => (
    <RowAction
      action={page}
      fields={{ do: "unselect", id, back }}
      label={m.class_unselect()}
      of={title}
      hotkey="r"
      className={buttonClass({ variant: "row-danger" })}
    />
  ),
});

const selectColumn = (back: string): Column<OfferedClass> => ({
  title: m.class_select(),
  cell: ({ id, title, isEnrolled }) =>
    !isEnrolled && (
      <RowAction action={page} fields={{ do: "select", id, back }} label={m.class_select()} of={title} hotkey="s" />
    ),
});

function EnrolOrWhyNot({ id, title, seatState, isEnrolled, back }: OfferedClass & { back: string }) {
  if (isEnrolled) return <Link to={pages.enrolledClasses.path}>{m.class_enrolled_already()}</Link>;
  if (seatState !== "left") return <span className="text-quiet">{whyNot[seatState]()}</span>;
  return (
    <RowAction
      action={page}
      fields={{ do: "enrol", id, back }}
      label={m.class_enrol()}
      of={title}
      hotkey="e"
      className="row-button font-semibold"
    />
  );
}

const whyNot = { full: m.class_full_wait, closed: m.class_closed_wait };
