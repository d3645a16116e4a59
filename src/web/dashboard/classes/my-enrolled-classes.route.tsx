import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { enrolledClasses } from "#operations/classes/read-enrolments.ts";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import type { Route } from "./+types/my-enrolled-classes.route.ts";
import { ClassName } from "./shown-class.tsx";
import { shownClass, shownPay, shownSince } from "./shown-classes.server.ts";
import { ToClasses } from "./student-links.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor, person }) => {
    const enrolled = await enrolledClasses(portal, actor, person.id);
    const rows = enrolled.map(({ class: one, enrolment }) => {
      const { id, title, place, start } = shownClass(one);
      const hasSeat = enrolment.cancelledAt === null;
      return { id, title, place, start, hasSeat, since: shownSince(enrolment), pay: shownPay(enrolment) };
    });
    return { rows };
  });

export default function MyEnrolledClasses({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.class_my_enrolled()}>
      {rows.length > 0 ? (
        <>
          <p className="max-w-prose text-quiet">{m.class_enrolled_text()}</p>
          <DataTable caption={m.class_my_enrolled()} columns={columns()} rows={rows} />
          <ToClasses />
        </>
      ) : (
        <EmptyState title={m.class_none_enrolled()} text={m.class_none_enrolled_text()}>
          <ToClasses />
        </EmptyState>
      )}
    </PageFrame>
  );
}

const columns = (): Column<Route.ComponentProps["loaderData"]["rows"][number]>[] => [
  { title: m.class_one(), look: "main", cell: ClassName },
  { title: m.class_payment(), look: "state", cell: ({ pay }) => <ShapedWord {...pay} /> },
  { title: m.class_seat(), cell: ({ since }) => <span className="text-quiet">{since}</span> },
  {
    title: m.class_give_up(),
    look: "grave",
    cell: ({ id, title, hasSeat }) =>
      hasSeat && (
        <DeleteLink
          label={m.class_give_up()}
          of={title}
          action={href(pages.giveUpSeat.path, { id })}
          back={pages.enrolledClasses.path}
          text={m.class_give_up_text()}
          yes={m.class_give_up_yes()}
        />
      ),
  },
];
