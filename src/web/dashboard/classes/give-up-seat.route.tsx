import { m } from "#i18n/compiled/messages.js";
import { cancelEnrolment } from "#operations/classes/enrol-student.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { readClass } from "#operations/classes/offered-classes.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import type { Route } from "./+types/give-up-seat.route.ts";
import { classProblems } from "./class-words.ts";

const { path: back } = pages.enrolledClasses;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { title } = await readClass(portal, actor, args.params.id);
    return { of: title, action: args.url.pathname };
  });

export async function action({ url, context, params: { id } }: Route.ActionArgs) {
  const { visit, portal, actor, person } = await signedInVisit(context);
  return runAction(visit, { flash: "class-given-up", id, back, here: url.pathname, problems: classProblems }, () =>
    cancelEnrolment(portal, actor, { classId: id, personId: person.id }),
  );
}

export default function GiveUpSeat({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage {...loaderData} back={back} text={m.class_give_up_text()} yes={m.class_give_up_yes()} />;
}
