import { m } from "#i18n/compiled/messages.js";
import { cancelEnrolment } from "#operations/classes/enrol.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { classProblems } from "./class-words.ts";
import { runAction } from "../frame/run-action.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/give-up-seat.route.ts";

const back = "/dashboard/my-enrolled-classes";

export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const { title } = await orErrorPage(visit, () => readClass(visit.portal, actor, id));
  return { title, action: url.pathname };
}

export async function action({ url, context, params: { id: classId } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor, person } = await knownVisitor(visit);
  const giveUp = { flash: "class-given-up", id: classId, back, here: url.pathname, problems: classProblems } as const;
  return runAction(visit, giveUp, () => cancelEnrolment(visit.portal, actor, { classId, personId: person.id }));
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
