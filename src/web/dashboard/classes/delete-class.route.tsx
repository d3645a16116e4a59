import { deleteClass } from "#operations/classes/update-class.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ConfirmPage } from "#design/dashboard/confirm.tsx";
import { classProblems } from "./class-problems.server.ts";
import { askToDelete, runDeletion, type Deletion } from "../frame/deletion.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import type { Route } from "./+types/delete-class.route.ts";

const deletion: Deletion = {
  list: "/dashboard/classes",
  nameOf: async (portal, actor, id) => (await readClass(portal, actor, id)).title,
  work: deleteClass,
  deed: "class-deleted",
  told: classProblems,
};

export const loader = (asked: Route.LoaderArgs) => askToDelete(asked, deletion);

export const action = (asked: Route.ActionArgs) => runDeletion(asked, deletion);

export default function DeleteClass({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
