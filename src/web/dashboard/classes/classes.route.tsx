import { closeClass, reopenClass } from "#operations/classes/close-class.ts";
import { listClasses } from "#operations/classes/list-classes.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { placeIn } from "../frame/place-in-list.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import type { Route } from "./+types/classes.route.ts";
import { ClassTable } from "./class-table.tsx";
import { classProblems } from "./class-words.ts";
import { shownClass } from "./shown-classes.server.ts";

const { path: page } = pages.classes;

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const state = searchParams.get("state") === "closed" ? "closed" : "open";
  const cursor = searchParams.get("cursor") ?? undefined;
  const { classes, next } = await orErrorPage(visit, () => listClasses(portal, actor, { state, cursor }));
  return { state, rows: classes.map(shownClass), ...placeIn(searchParams, next) } as const;
}

const actions = {
  close: { flash: "class-closed", change: closeClass },
  reopen: { flash: "class-reopened", change: reopenClass },
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const { do: does, id = "", back } = await readForm(request);
  if (does !== "close" && does !== "reopen") return redirectInApp(page);
  const { visit, portal, actor } = await signedInVisit(context);
  const { flash, change } = actions[does];
  return runAction(visit, { flash, id, back: backTo(back, page), here: page, problems: classProblems }, () =>
    change(portal, actor, { id }),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Classes({ loaderData }: Route.ComponentProps) {
  return <ClassTable {...loaderData} />;
}
