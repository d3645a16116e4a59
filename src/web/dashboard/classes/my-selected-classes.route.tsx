import type { StaffActor } from "#core/staff/actor.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { enrolledClasses } from "#operations/classes/read-enrolments.ts";
import type { Portal } from "#operations/portal.ts";
import { SelectedClasses } from "./selected-classes.tsx";
import type { FlashMessageId } from "../frame/flash-messages.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { shownToStudents } from "./shown-classes.server.ts";
import { classProblems } from "./class-words.ts";
import { runAction } from "../frame/run-action.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { placeIn } from "#design/table/list-address.ts";
import { listClasses, selectClass, unselectClass, selectedClasses } from "#operations/classes/offered-classes.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/my-selected-classes.route.ts";

const { path: page } = pages.selectedClasses;

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { visit, portal, actor, person } = await signedInVisit(context);
  const cursor = searchParams.get("cursor") ?? undefined;
  const [selected, offered, enrolled] = await orErrorPage(visit, () =>
    Promise.all([
      selectedClasses(portal, actor),
      listClasses(portal, actor, { cursor }),
      enrolledClasses(portal, actor, person.id),
    ]),
  );
  const mine = new Set(enrolled.filter(({ enrolment }) => enrolment.cancelledAt === null).map((one) => one.class.id));
  const chosen = new Set(selected.map(({ id }) => id));
  const shown = (classes: typeof selected) =>
    classes.map((one) => ({ ...shownToStudents(one, portal.now()), isEnrolled: mine.has(one.id) }));
  return {
    selected: shown(selected),
    offered: shown(offered.classes.filter(({ id }) => !chosen.has(id))),
    ...placeIn(searchParams, offered.next),
  };
}

type ClassAction = {
  flash: FlashMessageId;
  work: (portal: Portal, actor: StaffActor, classId: string) => Promise<unknown>;
};

const actions = {
  select: { flash: "class-selected", work: selectClass },
  unselect: { flash: "class-unselected", work: unselectClass },
  enrol: {
    flash: "class-enrolled",
    work: (portal, actor, classId) => enrol(portal, actor, { classId, personId: actor.id }),
  },
} as const satisfies Record<string, ClassAction>;

export async function action({ request, context }: Route.ActionArgs) {
  const { do: does = "", id = "", ...form } = await readForm(request);
  const back = backTo(form["back"], page);
  if (!isAction(does)) return redirectInApp(back);
  const { visit, portal, actor } = await signedInVisit(context);
  const { flash, work } = actions[does];
  return runAction(visit, { flash, id, back, here: page, problems: classProblems }, () => work(portal, actor, id));
}

const isAction = (text: string): text is keyof typeof actions => Object.hasOwn(actions, text);

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function MySelectedClasses({ loaderData }: Route.ComponentProps) {
  return <SelectedClasses {...loaderData} />;
}
