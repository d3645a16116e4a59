import { deleteClass } from "#operations/classes/delete-class.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { classProblems } from "./class-words.ts";
import { askToDelete, runDeletion, type Deletion } from "../frame/run-action.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import type { Route } from "./+types/delete-class.route.ts";

const deletion: Deletion = {
  list: "/dashboard/classes",
  nameOf: async (portal, actor, id) => (await readClass(portal, actor, id)).title,
  work: deleteClass,
  flash: "class-deleted",
  problems: classProblems,
};

export const loader = (asked: Route.LoaderArgs) => askToDelete(asked, deletion);

export const action = (asked: Route.ActionArgs) => runDeletion(asked, deletion);

export default function DeleteClass({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
