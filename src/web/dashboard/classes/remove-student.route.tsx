import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { cancelEnrolment } from "#operations/classes/enrol-student.ts";
import { readEnrolment } from "#operations/classes/read-enrolments.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import type { Route } from "./+types/remove-student.route.ts";
import { classProblems } from "./class-words.ts";
import { shownRemoval } from "./shown-classes.server.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { id: classId, person: personId } = args.params;
    const record = await readEnrolment(portal, actor, { classId, personId });
    const name = record.student?.name ?? m.class_account_gone();
    return { of: `${name}, ${record.class.title}`, text: shownRemoval(record.enrolment), action: args.url.pathname };
  });

export async function action({ url, context, params: { id: classId, person: personId } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const back = href(pages.classRoll.path, { id: classId });
  return runAction(
    visit,
    { flash: "student-removed", id: personId, back, here: url.pathname, problems: classProblems },
    () => cancelEnrolment(portal, actor, { classId, personId }),
  );
}

export default function RemoveStudent({ loaderData, params }: Route.ComponentProps) {
  return <ConfirmPage {...loaderData} back={href(pages.classRoll.path, params)} yes={m.class_remove_yes()} />;
}
