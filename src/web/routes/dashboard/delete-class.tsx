import { deleteClass } from "#operations/classes/delete-class.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { classProblems } from "../../dashboard/class-problems.ts";
import { askToDelete, deleteAndTell, type Deletion } from "../../dashboard/deletion.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import type { Route } from "./+types/delete-class.ts";

const deletion: Deletion = {
  list: "/dashboard/classes",
  nameOf: async (portal, actor, id) => (await readClass(portal, actor, id)).title,
  work: deleteClass,
  deed: "class-deleted",
  told: classProblems,
};

export const loader = (asked: Route.LoaderArgs) => askToDelete(asked, deletion);

export const action = (asked: Route.ActionArgs) => deleteAndTell(asked, deletion);

export default function DeleteClass({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
