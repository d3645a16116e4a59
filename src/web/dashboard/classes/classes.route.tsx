import { closeClass, reopenClass } from "#operations/classes/close-class.ts";
import { listClasses } from "#operations/classes/list-classes.ts";
import { ClassTable } from "./class-table.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { shownClass } from "./shown-classes.server.ts";
import { classProblems } from "./class-words.ts";
import { runAction } from "../frame/run-action.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { placeIn } from "../frame/place-in-list.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/classes.route.ts";

const page = "/dashboard/classes";

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const state = searchParams.get("state") === "closed" ? "closed" : "open";
  const cursor = searchParams.get("cursor") ?? undefined;
  const { classes, next } = await orErrorPage(visit, () => listClasses(visit.portal, actor, { state, cursor }));
  return { state, rows: classes.map(shownClass), ...placeIn(searchParams, next) } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { do: does, id = "", back } = await readForm(request);
  if (does !== "close" && does !== "reopen") return redirectInApp(page);
  const { actor } = await knownVisitor(visit);
  const [flash, change] =
    does === "close" ? (["class-closed", closeClass] as const) : (["class-reopened", reopenClass] as const);
  return runAction(visit, { flash, id, back: backTo(back, page), here: page, problems: classProblems }, () =>
    change(visit.portal, actor, { id }),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Classes({ loaderData }: Route.ComponentProps) {
  return <ClassTable {...loaderData} page={page} operatorName={useDashboard().operatorName} />;
}
