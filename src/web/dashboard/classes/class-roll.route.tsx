import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { classRoll } from "#operations/classes/read-enrolments.ts";
import { enrolStudent } from "#operations/classes/enrol-student.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { placeIn } from "#design/table/list-address.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import type { Route } from "./+types/class-roll.route.ts";
import { RollPage } from "./roll-page.tsx";
import { shownClass, shownPay, shownRemoval, shownSince } from "./shown-classes.server.ts";

export async function loader({ url: { searchParams }, context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
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
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    const { personId, modified } = await enrolStudent(portal, actor, id, form);
    return redirectInApp(url.pathname, modified === 1 ? "student-enrolled" : "student-has-seat", personId);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ClassRoll({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <RollPage {...loaderData} page={href(pages.classRoll.path, params)} sent={sent} />}
    </KeepFormOnFailure>
  );
}
