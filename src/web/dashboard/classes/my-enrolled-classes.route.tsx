import { enrolledClasses } from "#operations/classes/own-classes.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Route } from "./+types/my-enrolled-classes.route.ts";
import { EnrolledClasses } from "./enrolled-classes.tsx";
import { shownClass, shownPay, shownSince } from "./shown-classes.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { visit, portal, actor, person } = await signedInVisit(context);
  const enrolled = await orErrorPage(visit, () => enrolledClasses(portal, actor, person.id));
  const rows = enrolled.map(({ class: one, enrolment }) => {
    const { id, title, place, start } = shownClass(one);
    const hasSeat = enrolment.cancelledAt === null;
    return { id, title, place, start, hasSeat, since: shownSince(enrolment), pay: shownPay(enrolment) };
  });
  return { rows };
}

export default function MyEnrolledClasses({ loaderData }: Route.ComponentProps) {
  return <EnrolledClasses {...loaderData} />;
}
