import { m } from "#i18n/compiled/messages.js";
import { classRoll } from "#operations/classes/class-roll.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { RollPage } from "#ui/dashboard/classes/roll-page.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { shownClass, shownPay, shownSince } from "../../dashboard/classes/shown.ts";
import { placeIn } from "../../dashboard/place-in-list.ts";
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
  const rows = enrolments.map(({ student, personId, ...enrolment }) => ({
    id: personId,
    name: student?.name ?? m.class_account_gone(),
    email: student?.email ?? "",
    since: shownSince({ personId, ...enrolment }),
    pay: shownPay({ personId, ...enrolment }),
  }));
  return { of: shownClass(one), rows, ...placeIn(searchParams, next) };
}

export default function ClassRoll({ loaderData }: Route.ComponentProps) {
  const page = `/dashboard/classes/${loaderData.of.id}`;
  return <RollPage {...loaderData} page={page} operatorName={useDashboard().operatorName} />;
}
