import { randomUUID } from "node:crypto";
import { m } from "#i18n/compiled/messages.js";
import { classRoll } from "#operations/classes/class-roll.ts";
import { enrolStudent } from "#operations/classes/enrol-student.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { RollPage } from "#ui/dashboard/classes/roll-page.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { shownClass, shownPay, shownRemoval, shownSince } from "../../dashboard/classes/shown.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { placeIn } from "../../dashboard/place-in-list.ts";
import { saveForm } from "../../dashboard/save-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/class-roll.ts";

export async function loader({ url: { searchParams }, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const cursor = searchParams.get("cursor") ?? undefined;
  const [one, { enrolments, next }] = await needed(visit, () =>
    Promise.all([readClass(portal, actor, id), classRoll(portal, actor, id, { cursor })]),
  );
  const rows = enrolments.map(({ student, ...enrolment }) => ({
    id: enrolment.personId,
    name: student?.name ?? m.class_account_gone(),
    email: student?.email ?? "",
    since: shownSince(enrolment),
    pay: shownPay(enrolment),
    removal: enrolment.cancelledAt === null ? shownRemoval(enrolment) : null,
  }));
  return { of: shownClass(one), rows, form: randomUUID(), ...placeIn(searchParams, next) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  return saveForm(visit, { form, here: url.pathname }, async () => {
    const { personId, modified } = await enrolStudent(visit.portal, actor, id, form);
    return goOn(url.pathname, modified === 1 ? "student-enrolled" : "student-has-seat", personId);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function ClassRoll({ loaderData, actionData }: Route.ComponentProps) {
  const page = `/dashboard/classes/${loaderData.of.id}`;
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(sent) => <RollPage {...loaderData} {...{ page, sent, operatorName }} />}
    </TypedStays>
  );
}
