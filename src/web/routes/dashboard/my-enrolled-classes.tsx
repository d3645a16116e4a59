import { enrolledClasses } from "#operations/classes/own-classes.ts";
import { EnrolledClasses } from "#ui/dashboard/classes/enrolled-classes.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { shownClass, shownPay, shownSince } from "../../dashboard/classes/shown.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/my-enrolled-classes.ts";

const page = "/dashboard/my-enrolled-classes";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor, person } = await knownVisitor(visit);
  const enrolled = await needed(visit, () => enrolledClasses(visit.portal, actor, person.id));
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
