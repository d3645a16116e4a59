import { enrolledClasses } from "#operations/classes/read-enrolments.ts";
import { EnrolledClasses } from "./enrolled-classes.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { shownClass, shownPay, shownSince } from "./shown-classes.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/my-enrolled-classes.route.ts";

const page = "/dashboard/my-enrolled-classes";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor, person } = await knownVisitor(visit);
  const enrolled = await orErrorPage(visit, () => enrolledClasses(visit.portal, actor, person.id));
  const rows = enrolled.map(({ class: one, enrolment }) => {
    const { id, title, place, start } = shownClass(one);
    const hasSeat = enrolment.cancelledAt === null;
    return { id, title, place, start, hasSeat, since: shownSince(enrolment), pay: shownPay(enrolment) };
  });
  return { rows };
}

export default function MyEnrolledClasses({ loaderData: { rows } }: Route.ComponentProps) {
  return <EnrolledClasses rows={rows} page={page} operatorName={useDashboard().operatorName} />;
}
