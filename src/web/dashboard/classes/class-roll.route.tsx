import { randomUUID } from "node:crypto";
import { m } from "#i18n/compiled/messages.js";
import { classRoll } from "#operations/classes/class-roll.ts";
import { enrolStudent } from "#operations/classes/enrol-student.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { RollPage } from "./roll-page.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { shownClass, shownPay, shownRemoval, shownSince } from "./shown-classes.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { placeIn } from "../frame/place-in-list.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/class-roll.route.ts";

export async function loader({ url: { searchParams }, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const cursor = searchParams.get("cursor") ?? undefined;
  const [one, { enrolments, next }] = await orErrorPage(visit, () =>
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
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    const { personId, modified } = await enrolStudent(visit.portal, actor, id, form);
    return redirectInApp(url.pathname, modified === 1 ? "student-enrolled" : "student-has-seat", personId);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ClassRoll({ loaderData, actionData }: Route.ComponentProps) {
  const page = `/dashboard/classes/${loaderData.of.id}`;
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <RollPage {...loaderData} {...{ page, sent, operatorName }} />}
    </KeepFormOnFailure>
  );
}
