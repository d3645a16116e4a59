import { closeClass, reopenClass } from "#operations/classes/close-class.ts";
import { listClasses } from "#operations/classes/list-classes.ts";
import { ClassTable } from "#ui/dashboard/classes/class-table.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { shownClass } from "../../dashboard/classes/shown.ts";
import { classProblems } from "../../dashboard/class-problems.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo, goOn } from "../../dashboard/go-on.ts";
import { placeIn } from "../../dashboard/place-in-list.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/classes.ts";

const page = "/dashboard/classes";

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const state = searchParams.get("state") === "closed" ? "closed" : "open";
  const cursor = searchParams.get("cursor") ?? undefined;
  const { classes, next } = await needed(visit, () => listClasses(visit.portal, actor, { state, cursor }));
  return { state, rows: classes.map(shownClass), ...placeIn(searchParams, next) } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { do: does, id = "", back } = await readForm(request);
  if (does !== "close" && does !== "reopen") return goOn(page);
  const { actor } = await knownVisitor(visit);
  const [deed, change] =
    does === "close" ? (["class-closed", closeClass] as const) : (["class-reopened", reopenClass] as const);
  return doAndTell(visit, { deed, id, back: backTo(back, page), here: page, told: classProblems }, () =>
    change(visit.portal, actor, { id }),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function Classes({ loaderData }: Route.ComponentProps) {
  return <ClassTable {...loaderData} page={page} operatorName={useDashboard().operatorName} />;
}
