import type { StaffActor } from "#core/staff/actor.ts";
import { enrol } from "#operations/classes/enrol.ts";
import { listClasses } from "#operations/classes/list-classes.ts";
import { enrolledClasses, selectedClasses } from "#operations/classes/own-classes.ts";
import { selectClass, unselectClass } from "#operations/classes/select-class.ts";
import type { Portal } from "#operations/portal.ts";
import { SelectedClasses } from "#ui/dashboard/classes/selected-classes.tsx";
import type { DeedId } from "#ui/dashboard/deeds.ts";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { shownToStudents } from "../../dashboard/classes/shown.ts";
import { classProblems } from "../../dashboard/class-problems.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo, goOn } from "../../dashboard/go-on.ts";
import { placeIn } from "../../dashboard/place-in-list.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/my-selected-classes.ts";

const page = "/dashboard/my-selected-classes";

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { actor, person } = await knownVisitor(visit);
  const cursor = searchParams.get("cursor") ?? undefined;
  const [selected, offered, enrolled] = await needed(visit, () =>
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

type ClassDeed = {
  deed: DeedId;
  work: (portal: Portal, actor: StaffActor, classId: string) => Promise<unknown>;
};

const deeds = {
  select: { deed: "class-selected", work: selectClass },
  unselect: { deed: "class-unselected", work: unselectClass },
  enrol: {
    deed: "class-enrolled",
    work: (portal, actor, classId) => enrol(portal, actor, { classId, personId: actor.id }),
  },
} as const satisfies Record<string, ClassDeed>;

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { do: does = "", id = "", ...form } = await readForm(request);
  const back = backTo(form["back"], page);
  if (!isDeed(does)) return goOn(back);
  const { actor } = await knownVisitor(visit);
  const { deed, work } = deeds[does];
  return doAndTell(visit, { deed, id, back, here: page, told: classProblems }, () => work(visit.portal, actor, id));
}

const isDeed = (text: string): text is keyof typeof deeds => Object.hasOwn(deeds, text);

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function MySelectedClasses({ loaderData }: Route.ComponentProps) {
  return <SelectedClasses {...loaderData} page={page} operatorName={useDashboard().operatorName} />;
}
