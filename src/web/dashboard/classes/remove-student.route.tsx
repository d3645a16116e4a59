import { m } from "#i18n/compiled/messages.js";
import { cancelEnrolment } from "#operations/classes/enrol.ts";
import { readEnrolment } from "#operations/classes/read-enrolment.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { classProblems } from "./class-words.ts";
import { shownRemoval } from "./shown-classes.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/remove-student.route.ts";

export async function loader({ url, context, params: { id: classId, person: personId } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const record = await orErrorPage(visit, () => readEnrolment(visit.portal, actor, { classId, personId }));
  const name = record.student?.name ?? m.class_account_gone();
  return {
    of: `${name}, ${record.class.title}`,
    text: shownRemoval(record.enrolment),
    action: url.pathname,
    back: rollOf(classId),
  };
}

export async function action({ url, context, params: { id: classId, person: personId } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = rollOf(classId);
  return runAction(
    visit,
    { flash: "student-removed", id: personId, back, here: url.pathname, problems: classProblems },
    () => cancelEnrolment(visit.portal, actor, { classId, personId }),
  );
}

const rollOf = (classId: string) => `/dashboard/classes/${classId}`;

export default function RemoveStudent({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} yes={m.class_remove_yes()} operatorName={useDashboard().operatorName} />;
}
