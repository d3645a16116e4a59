import { m } from "#i18n/compiled/messages.js";
import { cancelEnrolment } from "#operations/classes/enrol.ts";
import { readEnrolment } from "#operations/classes/read-enrolment.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { classProblems } from "../../dashboard/class-problems.ts";
import { shownRemoval } from "../../dashboard/classes/shown.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/remove-student.ts";

export async function loader({ url, context, params: { id: classId, person: personId } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const record = await needed(visit, () => readEnrolment(visit.portal, actor, { classId, personId }));
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
  const deed = { deed: "student-removed", id: personId, back: rollOf(classId), here: url.pathname } as const;
  return doAndTell(visit, { ...deed, told: classProblems }, () =>
    cancelEnrolment(visit.portal, actor, { classId, personId }),
  );
}

const rollOf = (classId: string) => `/dashboard/classes/${classId}`;

export default function RemoveStudent({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} yes={m.class_remove_yes()} operatorName={useDashboard().operatorName} />;
}
