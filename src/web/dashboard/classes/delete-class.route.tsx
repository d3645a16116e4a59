import { ConfirmPage } from "#design/form/confirm.tsx";
import { deleteClass } from "#operations/classes/manage-class.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { pages } from "../../pages.ts";
import { askToDelete, type Deletion, runDeletion } from "../frame/run-action.server.ts";
import type { Route } from "./+types/delete-class.route.ts";
import { classProblems } from "./class-words.ts";

const deletion: Deletion = {
  list: pages.classes.path,
  read: async (portal, actor, id) => ({ of: (await readClass(portal, actor, id)).title }),
  work: deleteClass,
  flash: "class-deleted",
  problems: classProblems,
};

export const loader = (args: Route.LoaderArgs) => askToDelete(args, deletion);

export const action = (args: Route.ActionArgs) => runDeletion(args, deletion);

export default function DeleteClass({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage {...loaderData} />;
}
