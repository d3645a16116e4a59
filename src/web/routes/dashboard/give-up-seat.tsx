import { m } from "#i18n/compiled/messages.js";
import { cancelEnrolment } from "#operations/classes/enrol.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { classProblems } from "../../dashboard/class-problems.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/give-up-seat.ts";

const back = "/dashboard/my-enrolled-classes";

export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const { title } = await needed(visit, () => readClass(visit.portal, actor, id));
  return { title, action: url.pathname };
}

export async function action({ url, context, params: { id: classId } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor, person } = await knownVisitor(visit);
  const deed = { deed: "class-given-up", id: classId, back, here: url.pathname, told: classProblems } as const;
  return doAndTell(visit, deed, () => cancelEnrolment(visit.portal, actor, { classId, personId: person.id }));
}

export default function GiveUpSeat({ loaderData: { title, action: path } }: Route.ComponentProps) {
  return (
    <ConfirmPage
      of={title}
      action={path}
      back={back}
      text={m.class_give_up_text()}
      yes={m.class_give_up_yes()}
      operatorName={useDashboard().operatorName}
    />
  );
}
